import type { Flag } from '@/lib/charges/answer-parts'
import { formatAmount } from '@/lib/core/money'
import { describeWhen } from '@/lib/knowledge/stamp-words'
import type { Refund, RefundStepKind } from './refund'
import { stepKinds } from './refund-step-words'

/** The time of whoever looks, in milliseconds, and their zone. */
export type Viewer = { now: number; zone: string }

const badges: Record<RefundStepKind, string> = {
  asked: 'requested',
  approved: 'approved',
  refused: 'refused',
  reopened: 'back in the queue',
  batched: 'in a file',
  done: 'made',
  failed: 'failed at the provider',
}

/** Steps come in the order they happened. */
const newestStep = ({ steps }: Pick<Refund, 'steps'>) => steps.at(-1)

/** `refund requested at 06:21`, in the viewer's zone, and the look of that state; null for a refund without a step. */
export function refundBadge(refund: Pick<Refund, 'steps'>, { now, zone }: Viewer) {
  const step = newestStep(refund)
  if (!step) return null
  return {
    kind: stepKinds[step.kind] ?? ('deferred' as const),
    words: `refund ${badges[step.kind]} ${describeWhen(Date.parse(step.at), now, zone)}`,
  }
}

/** What to know of the refunds of an order before answering for it, by order id; of several for one order, the one with the newest step. */
export function refundFlags(refunds: readonly Refund[], { now, zone }: Viewer): ReadonlyMap<string, Flag> {
  const oldestFirst = refunds.toSorted((a, b) => (newestStep(a)?.at ?? '').localeCompare(newestStep(b)?.at ?? ''))
  return new Map(
    oldestFirst.flatMap((refund) => {
      const step = newestStep(refund)
      if (!step) return []
      const { orderId, chargeId } = refund.charge
      const says = sentences[step.kind](`refund of ${moneyOf(refund)}`, describeWhen(Date.parse(step.at), now, zone))
      return [[orderId, { kind: stepKinds[step.kind] ?? 'deferred', says, proof: { orderId, chargeIds: [chargeId] } }] as const]
    }),
  )
}

const sentences: Record<RefundStepKind, (refund: string, when: string) => string> = {
  asked: (refund, when) => `A ${refund} was requested ${when}. Don’t request it again.`,
  approved: (refund, when) => `A ${refund} was approved ${when}. It isn’t recorded as made yet.`,
  refused: (refund, when) => `A ${refund} was refused ${when}.`,
  reopened: (refund, when) => `The decision on a ${refund} was undone ${when}. It’s back in the queue. Don’t request it again.`,
  batched: (refund, when) => `A ${refund} was put in a file for the provider ${when}. It isn’t recorded as made yet.`,
  done: (refund, when) => `A ${refund} was recorded as made ${when}.`,
  failed: (refund, when) => `The provider couldn’t make the ${refund} ${when}. It’s back in the queue.`,
}

const moneyOf = ({ amount, currency }: Refund) => `${formatAmount(amount)} ${currency}`
