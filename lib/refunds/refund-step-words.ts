import { describeWhen } from '@/lib/knowledge/stamp-words'
import { refundSteps } from '../commands/refund-steps'
import type { Refund, RefundStep, RefundStepKind } from './refund'

/** What happened, as the row of a timeline says it. */
export const describeRefundStep = ({ kind }: Pick<RefundStep, 'kind'>): string => refundSteps[kind]

/** What a step says beside its words: the reason, the provider's reference; the id of a file says nothing to people. */
export function refundStepNote({ kind, note, despite = null }: RefundStep): string | null {
  const text = note === null || kind === 'batched' ? null : kind === 'done' ? `reference ${note}` : note
  return [text, despite && `although money may have gone back: ${despite}`].filter(Boolean).join(', ') || null
}

export const stepKinds = {
  asked: 'deferred',
  approved: 'settled',
  refused: 'declined',
  reopened: 'deferred',
  batched: undefined,
  done: 'settled',
  failed: 'declined',
} as const satisfies Record<RefundStepKind, string | undefined>

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
export const newestStep = ({ steps }: Pick<Refund, 'steps'>) => steps.at(-1)

/** `refund requested at 06:21`, in the viewer's zone, and the look of that state; null for a refund without a step. */
export function refundBadge(refund: Pick<Refund, 'steps'>, { now, zone }: Viewer) {
  const step = newestStep(refund)
  if (!step) return null
  return {
    kind: stepKinds[step.kind] ?? ('deferred' as const),
    words: `refund ${badges[step.kind]} ${describeWhen(Date.parse(step.at), now, zone)}`,
  }
}

/** Every step of every refund of a buyer, newest first. */
export const stepsOf = (refunds: readonly Refund[]): { refund: Refund; step: RefundStep }[] =>
  refunds
    .flatMap((refund) => refund.steps.map((step) => ({ refund, step })))
    .toSorted((a, b) => b.step.at.localeCompare(a.step.at))
