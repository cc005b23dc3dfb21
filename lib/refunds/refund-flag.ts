import type { OfRefunds } from '@/lib/charges/answer-parts'
import { serviceTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { formatAmount, sum, sumByCurrency } from '@/lib/core/money'
import { describeWhen } from '@/lib/knowledge/stamp-words'
import type { Refund, RefundStepKind } from './refund'
import { refundReply } from './refund-reply'
import { newestStep, stepKinds, type Viewer } from './refund-step-words'

/**
 * What to know of the refunds of each order before answering for it, by order id, and what the customer may be told of them. What was refused
 * comes last, and the customer hears of it only where nothing else was requested.
 */
export function refundsByOrder(refunds: readonly Refund[], viewer: Viewer): ReadonlyMap<string, OfRefunds> {
  const newestFirst = refunds
    .filter((refund) => newestStep(refund) !== undefined)
    .toSorted((a, b) => Number(isRefused(a)) - Number(isRefused(b)) || atOf(b).localeCompare(atOf(a)))
  return new Map([...groupBy(newestFirst, ({ charge }) => charge.orderId)].map(([orderId, of]) => [orderId, toldOf(of, viewer)]))
}

const isRefused = ({ state }: Refund) => state === 'refused'
const atOf = (refund: Refund) => newestStep(refund)?.at ?? ''

function toldOf(refunds: readonly Refund[], viewer: Viewer): OfRefunds {
  const [first] = refunds
  const step = first && newestStep(first)
  if (!step) throw new Error('Each refund here has a step')
  const alike = [...groupBy(refunds, (refund) => newestStep(refund)?.kind ?? 'asked')]
  const open = refunds.filter((refund) => !isRefused(refund))
  return {
    happened: alike.map(([kind, some]) => describeAlike(kind, some, viewer)).join(' '),
    flag: {
      kind: stepKinds[step.kind] ?? 'deferred',
      says: alike.map(([kind, some]) => `${describeAlike(kind, some, viewer)}${adviceOn(kind, some)}`).join(' '),
      proof: { orderId: first.charge.orderId, chargeIds: [...new Set(refunds.map(({ charge }) => charge.chargeId))] },
    },
    reply: toldTogether(open.length > 0 ? open : refunds).flatMap(refundReply),
  }
}

/** What the customer would read twice is one sum: refunds that wait alike for payments of one day. Those that were made have references of their own. */
function toldTogether(refunds: readonly Refund[]): Refund[] {
  const alike = groupBy(refunds, ({ id, state, currency, charge }) =>
    state === 'waiting' || state === 'approved' ? `${state} ${currency} ${serviceTime(charge.createdAt)?.day}` : id,
  )
  return [...alike.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, amount: sum([first, ...more].map(({ amount }) => amount)) }] : [],
  )
}

/** Refunds whose last step is the same, newest first. */
function describeAlike(kind: RefundStepKind, refunds: readonly Refund[], { now, zone }: Viewer): string {
  const money = [...sumByCurrency(refunds)].map(([currency, amount]) => `${formatAmount(amount)} ${currency}`).join(' and ')
  const [newest, ...more] = refunds
  const when = newest ? describeWhen(Date.parse(atOf(newest)), now, zone) : ''
  return more.length === 0
    ? one[kind](`refund of ${money}`, when)
    : several[kind](`${refunds.length} refunds, ${money} in all,`, when)
}

const adviceOn = (kind: RefundStepKind, { length }: readonly Refund[]): string =>
  kind === 'asked' || kind === 'reopened' ? ` Don’t request ${length === 1 ? 'it' : 'them'} again.` : ''

const one: Record<RefundStepKind, (refund: string, when: string) => string> = {
  asked: (refund, when) => `A ${refund} was requested ${when}.`,
  approved: (refund, when) => `A ${refund} was approved ${when}. It isn’t recorded as made yet.`,
  refused: (refund, when) => `A ${refund} was refused ${when}.`,
  reopened: (refund, when) => `The decision on a ${refund} was undone ${when}. It’s back in the queue.`,
  batched: (refund, when) => `A ${refund} was put in a file for the provider ${when}. It isn’t recorded as made yet.`,
  done: (refund, when) => `A ${refund} was recorded as made ${when}.`,
  failed: (refund, when) => `The provider couldn’t make the ${refund} ${when}. It’s back in the queue.`,
}

/** The same of several, and when the last of them. */
const several: Record<RefundStepKind, (refunds: string, when: string) => string> = {
  asked: (refunds, when) => `${refunds} were requested, the last ${when}.`,
  approved: (refunds, when) => `${refunds} were approved, the last ${when}. They aren’t recorded as made yet.`,
  refused: (refunds, when) => `${refunds} were refused, the last ${when}.`,
  reopened: (refunds, when) => `The decisions on ${refunds} were undone, the last ${when}. They’re back in the queue.`,
  batched: (refunds, when) =>
    `${refunds} were put in a file for the provider, the last ${when}. They aren’t recorded as made yet.`,
  done: (refunds, when) => `${refunds} were recorded as made, the last ${when}.`,
  failed: (refunds, when) => `The provider couldn’t make ${refunds} the last of them ${when}. They’re back in the queue.`,
}
