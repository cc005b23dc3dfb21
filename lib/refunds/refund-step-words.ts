import type { Refund, RefundStep, RefundStepKind } from './refund'

const said: Record<RefundStepKind, string> = {
  asked: 'Refund requested',
  approved: 'Refund approved',
  refused: 'Refund refused',
  reopened: 'Refund decision undone, back in the queue',
  batched: 'Refund added to a batch file',
  done: 'Refund made at the provider',
  failed: 'Refund failed at the provider, back in the queue',
}

/** What happened, as the row of a timeline says it. */
export const refundStepWords = ({ kind }: Pick<RefundStep, 'kind'>): string => said[kind]

/** What a step says beside its words: the reason, the provider's reference; the id of a file says nothing to people. */
export function refundStepNote({ kind, note }: RefundStep): string | null {
  if (note === null || kind === 'batched') return null
  return kind === 'done' ? `reference ${note}` : note
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
