import type { Evidence } from './evidence'
import type { Delivery } from './witness'

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

/** The deliveries of each action, in their order. */
export function deliveriesOf({ deliveries }: Pick<Evidence, 'deliveries'>): Map<string, Delivery[]> {
  const found = new Map<string, Delivery[]>()
  for (const delivery of deliveries)
    if (delivery.actionId !== null) found.set(delivery.actionId, [...(found.get(delivery.actionId) ?? []), delivery])
  return found
}
