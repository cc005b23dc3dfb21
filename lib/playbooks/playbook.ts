import type { VerbName } from '@/lib/commands/verb-words'
import type { CommandValues } from '@/lib/commands/verbs'
import type { Money } from '@/lib/core/money'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { Plan } from '@/lib/prices/lower-plans'
import type { KnownRefund } from '@/lib/refunds/refund-reply'
import type { Order } from '../operations/schemas/charge-history'
import type { Subscription } from '../operations/schemas/subscription'
import type { AmountLimit } from '../refunds/refund-amount'

/** What the steps are filled from. `subscriptions` is null where the service does not list them, or they were not read. */
export type KnownOfTicket = {
  buyerId: string
  orders: readonly Order[]
  /** Of each token known of the buyer whether it is enabled. */
  enabled: readonly (boolean | null)[]
  /** What couldn't be read, as a sentence each; null where all of it was. Nothing is said to be none before that. */
  missing: { history: string | null; subscriptions: string | null; refunds: string | null }
  /** In milliseconds. */
  now: number
  /** Of the person who looks, an IANA name. */
  zone: string
  /** What an unconfirmed action may have changed is null in them, and a status empty. */
  subscriptions: readonly Subscription[] | null
  refunds: readonly KnownRefund[]
  /** The lower plans that the service lists, by subscription; one that was not read is missing. */
  plans: ReadonlyMap<string, { plans: readonly Plan[]; currency: string | null }>
  /** Some of them are on their way. */
  isReadingPlans: boolean
}

/** A fact beside a question. `look`: somebody should look at it before they answer. */
export type Check = { term: string; says: string; look?: true }

/** An answer to choose. */
export type Choice = {
  answer: string
  words: string
  aside?: string | undefined
  amount?: Money
  /** Stands behind "Continue with". */
  short?: string
  /** Why it can't be chosen; it stays in sight. */
  disabledBecause?: string
  /** The answer is an amount that is typed within these limits. */
  typed?: AmountLimit
}

/** What may be opened from a step: a dialog that is filled in, never sent; or a page. */
export type GuideAction =
  | { kind: 'command'; verb: VerbName; subscription: Subscription; values?: CommandValues }
  | { kind: 'by-id' }
  | { kind: 'refund'; orderId: string; chargeId: string; reason: string; amount?: string }
  | { kind: 'page'; href: string; words: string }

/** A step that nobody was asked about, because what is known leaves one answer. */
export type Assumed = { name: string; says: string }

type Step = {
  /** What a reply may say by now. */
  parts: ReplyPart[]
  assumed?: Assumed[]
}

/** `name` is one of `questionTitles`, `asks` the question itself. `preselected` is the answer that is likely. */
export type Question = Step & {
  name: string
  asks: string
  checks: Check[]
  choices: Choice[]
  preselected?: string | undefined
  actions: GuideAction[]
}

/** Something that the last step does. `key` names it among the acts of the steps; `nothing` says why there is nothing to do. */
export type Act = (
  | Required<Extract<GuideAction, { kind: 'command' }>>
  | (Required<Extract<GuideAction, { kind: 'refund' }>> & { currency: string })
) & { key: string; nothing: string | null }

/** Where the steps lead: what is to be done, sentences that facts bear out, and what is said here that they do not. */
export type Reply = Step & { gaps: string[]; acts: Act[] }

/** The next question, or the reply: from what is known now and from what was answered so far. */
export type Playbook = (known: KnownOfTicket, answers: ReadonlyMap<string, string>) => Question | Reply

export const isReply = (step: Question | Reply): step is Reply => 'gaps' in step
