import type { Evidence } from './evidence'

/** Whether the service applied an action, by its own log; one that it never received is not there. */
export function applied({ deliveries, received }: Pick<Evidence, 'deliveries' | 'received'>): Map<string, boolean> {
  const byNumber = new Map(received.map(({ delivery, isApplied }) => [delivery, isApplied]))
  return new Map(
    deliveries.flatMap(({ number, actionId }) => {
      const isApplied = byNumber.get(number)
      return actionId === null || isApplied === undefined ? [] : [[actionId, isApplied] as const]
    }),
  )
}
