import { verbNamed } from '@/lib/commands/verbs'
import { planName } from '@/lib/prices/lower-plans'
import type { KnownRefund } from '@/lib/refunds/refund-reply'
import type { Subscription } from '../operations/schemas/subscription'
import { isOpenRefund } from '../refunds/refund'
import type { GuideStep } from './guide'
import type { Act, KnownOfTicket } from './playbook'
import { withoutUnsettled } from './unsettled'

/**
 * What became of an act.
 * - `done`: the service or the refund queue said so.
 * - `differs`: it was done, and the answer says something else than was asked for.
 * - `asked`: a manager has to approve it; nothing was sent.
 * - `unconfirmed`: nobody knows whether it was applied.
 * - `refused`: the service changed nothing.
 * - `not-sent`: nothing has left the dashboard.
 */
export type ActOutcome = { kind: 'done' | 'differs' | 'asked' | 'unconfirmed' | 'refused' | 'not-sent' }

export type Outcomes = ReadonlyMap<string, ActOutcome>

/** The known facts with what was done, and without what nobody knows any more: a reply that rests on them promises nothing else. */
export function knownAfter(known: KnownOfTicket, acts: readonly Act[], outcomes: Outcomes): KnownOfTicket {
  return acts.reduce((so, act) => {
    const kind = outcomes.get(act.key)?.kind
    if (kind === 'done') return applied(so, act)
    return kind === 'unconfirmed' || kind === 'differs' ? forgotten(so, act) : so
  }, known)
}

/** The known facts as they will be if all of it is done. */
export const knownIfDone = (known: KnownOfTicket, acts: readonly Act[]): KnownOfTicket =>
  acts.filter(({ nothing }) => nothing === null).reduce(applied, known)

function applied(known: KnownOfTicket, act: Act): KnownOfTicket {
  if (act.kind === 'refund') return { ...known, refunds: withRequest(known, act) }
  const { productId } = act.values
  if (productId === undefined) return changed(known, act.subscription.id, () => ({ autoChargeStatus: false }))
  const plan = known.plans.get(act.subscription.id)?.plans.find(({ id }) => id === productId)
  return changed(known, act.subscription.id, ({ product }) => ({
    product: product && { ...product, id: productId, code: null, name: plan ? planName(plan) : null },
  }))
}

function forgotten(known: KnownOfTicket, act: Act): KnownOfTicket {
  if (act.kind === 'refund') return known
  return withoutUnsettled(known, [{ operation: verbNamed(act.verb).operation.name, subscriptionId: act.subscription.id }])
}

function changed(known: KnownOfTicket, id: string, change: (before: Subscription) => Partial<Subscription>): KnownOfTicket {
  const subscriptions = known.subscriptions?.map((each) => (each.id === id ? { ...each, ...change(each) } : each)) ?? null
  return { ...known, subscriptions }
}

function withRequest({ refunds, orders, now }: KnownOfTicket, act: Extract<Act, { kind: 'refund' }>): KnownRefund[] {
  const { chargeId, amount, currency } = act
  if (refunds.some((each) => each.charge.chargeId === chargeId && isOpenRefund(each))) return [...refunds]
  const charge = orders.flatMap(({ charges }) => charges).find((each) => each.chargeId === chargeId)
  const at = new Date(now).toISOString()
  const asked: KnownRefund = {
    id: '',
    state: 'waiting',
    amount,
    currency,
    charge: { chargeId, createdAt: charge?.createdAt ?? null },
    steps: [{ kind: 'asked', at, person: '', mine: true, note: null }],
  }
  return [asked, ...refunds]
}

/** The id that an act was begun under. Only the person who began it may repeat it. */
export type BegunAct = { actionId: string; mayRepeat: boolean }

/**
 * The acts that were begun, by their keys. An id is kept by a step of the ticket before anything is sent, so that a reload repeats and
 * never doubles. An answer after it, or one that was taken back, makes another intent of it.
 */
export function begunActs(steps: readonly Pick<GuideStep, 'kind' | 'question' | 'answer'>[]): Map<string, BegunAct> {
  const begun = new Map<string, BegunAct>()
  for (const { kind, question, answer } of steps) {
    if (kind === 'answered' || kind === 'back') begun.clear()
    if (kind === 'handed-over' || kind === 'taken-over')
      for (const [key, { actionId }] of begun) begun.set(key, { actionId, mayRepeat: false })
    if (kind === 'acted' && question !== null && answer !== null) begun.set(question, { actionId: answer, mayRepeat: true })
  }
  return begun
}

/** What was and what wasn't done, a sentence for each kind; acts that have nothing to do are not among them. */
export function outcomeSentences(acts: readonly Act[], outcomes: Outcomes, nameOf: (act: Act) => string): string[] {
  const toSay = acts.filter(({ nothing, key }) => nothing === null || outcomes.has(key))
  const named = (...kinds: (ActOutcome['kind'] | undefined)[]) =>
    toSay.filter(({ key }) => kinds.includes(outcomes.get(key)?.kind)).map(nameOf)
  return Object.entries({
    Done: named('done'),
    'Done, but the answer differs from the preview': named('differs'),
    'Approval requested, nothing sent yet': named('asked'),
    'Not confirmed': named('unconfirmed'),
    'Not done': named('refused', 'not-sent', undefined),
  }).flatMap(([says, names]) => (names.length === 0 ? [] : [`${says}: ${names.join(', ')}.`]))
}
