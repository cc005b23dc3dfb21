/** What happened to a refund, as its entry and the row of a timeline say it. */
export const refundSteps = {
  asked: 'Refund requested',
  approved: 'Refund approved',
  refused: 'Refund refused',
  reopened: 'Refund decision undone, back in the queue',
  batched: 'Refund added to a batch file',
  done: 'Refund made at the provider',
  failed: 'Refund failed at the provider, back in the queue',
} as const
