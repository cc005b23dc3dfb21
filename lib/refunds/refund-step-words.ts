import { refundSteps } from '../commands/record-words'
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

/** Every step of every refund of a buyer, newest first. */
export const stepsOf = (refunds: readonly Refund[]): { refund: Refund; step: RefundStep }[] =>
  refunds
    .flatMap((refund) => refund.steps.map((step) => ({ refund, step })))
    .toSorted((a, b) => b.step.at.localeCompare(a.step.at))
