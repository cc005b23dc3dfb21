import type { CountedIds } from '@/lib/core/counted'
import { formatAmount } from '@/lib/core/money'
import type { ApprovalCondition } from '@/lib/operations/declare/command-words'
import type { Effect } from '@/lib/operations/effects/effect'
import { amountUnknown } from '@/lib/operations/effects/outlook'
import { wordsNamed } from '@/lib/operations/words'
import type { FactChange } from './approval-changes'

export type { ApprovalCondition }

/** When a command of an agent waits for a manager. `threshold` is days or percent, as the condition says. */
export const approvalConditions: Record<ApprovalCondition, string> = {
  always: 'always',
  laterByDays: 'a new end date more than this many days away',
  discountOver: 'a discount above this percentage',
}

/** The conditions that can ever hold for a command: the others look at what its body does not have. */
export const conditionsFor = (operation: string): readonly ApprovalCondition[] => wordsNamed(operation)?.conditions ?? ['always']

export type ApprovalRule = { id: string; operation: string; condition: ApprovalCondition; threshold: number | null }

/** A rule as a sentence. The days are counted from today, as the server counts them. */
export function describeRule({ condition, threshold }: ApprovalRule, command: string): string {
  switch (condition) {
    case 'laterByDays':
      return `${command}: an end date more than ${threshold ?? 0} days away needs a manager’s approval`
    case 'discountOver':
      return `${command}: a discount above ${threshold ?? 0}% needs a manager’s approval`
    default:
      return `${command}: always needs a manager’s approval`
  }
}

export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'voided' | 'expired'

/** A command that waits, or waited, for a manager. Times are ISO in UTC; the request is masked. */
export type Approval = {
  id: string
  state: ApprovalState
  operation: string
  words: string
  merchant: string
  buyerId: string | null
  person: string
  mine: boolean
  ticket: string | null
  request: { params: Record<string, string>; body: unknown }
  actionId: string
  askedAt: string
  expiresAt: string
  decidedAt: string | null
  decidedBy: string | null
  note: string | null
}

/**
 * Whom and what a request is about, as far as is known: a masked e-mail or name, the product of the subscription, and the newest money
 * received from the buyer. `day` is the service's; `card` is the last four digits; it `isUsual` where all that we know of came to the same.
 * `charges` says whether it would charge the buyer, as it was foreseen when it was asked for; null where that isn't kept.
 */
export type ApprovalAbout = {
  buyer: string | null
  country: string | null
  product: string | null
  lastPaid: { amount: string; currency: string; day: string; card: string | null; isUsual: boolean } | null
  charges: boolean | null
}

/**
 * What carrying out a request charges, in a word or two. The service tells no price of a renewal, so an amount is only what the buyer always
 * paid.
 */
export function chargeOf({ state }: Pick<Approval, 'state'>, about: ApprovalAbout | undefined): string {
  if (state === 'declined' || state === 'voided' || state === 'expired') return 'nothing sent'
  const { charges = null, lastPaid = null } = about ?? {}
  if (charges === null) return '–'
  if (!charges) return 'no charge now'
  return usualAmount(lastPaid) ?? 'amount unknown'
}

/** What a request would do, with the amount that `chargeOf` gives in the place of “We don’t know the amount.” */
export function withUsualAmount(effect: Effect, { lastPaid }: Pick<ApprovalAbout, 'lastPaid'>): Effect {
  const amount = usualAmount(lastPaid)
  if (amount === null) return effect
  const says = `Expect ${amount}, the amount of every payment we know of.`
  return { ...effect, later: effect.later.map((step) => ({ ...step, says: step.says.replace(amountUnknown, says) })) }
}

/** What the buyer has paid each time; null where that differs, or we know of no payment. */
const usualAmount = (lastPaid: ApprovalAbout['lastPaid']): string | null =>
  lastPaid?.isUsual ? `about ${formatAmount(lastPaid.amount)} ${lastPaid.currency}` : null

/** The requests a person may see, newest first, with what each is about by its id. */
export type ApprovalsList = {
  approvals: Approval[]
  about: Record<string, ApprovalAbout>
  /** Which of them a number counted when it opened the list; null where that's no longer kept. */
  counted?: CountedIds
}

/**
 * An approval with what it would do now, or, once it is decided or has lapsed, what it would have done as it was asked. `effectHash` stands for
 * the facts that are shown; only by them it is approved. `changes` are those since it was asked, `blocked` says why it can't be sent as it is.
 */
export type ApprovalInDetail = {
  approval: Approval
  about: ApprovalAbout
  effect: Effect
  effectHash: string
  factsChanged: boolean
  changes: FactChange[]
  blocked: string | null
  /** There where whoever approves it confirms it with their passkey; whether they have one. */
  passkey?: 'ready' | 'missing'
}

/** What is typed before a command that charges is approved: the same word as in its own dialog. */
export const chargeWord = (operation: string): string =>
  Object.values(wordsNamed(operation)?.verbs ?? {}).find(({ danger }) => danger !== null)?.danger?.type ?? 'CHARGE'
