import type { Evidence } from './evidence'

/**
 * Whether the service applied an action, by its own log; an action that it never received is not there. Of tries that the line could not
 * tell apart only how many were applied is sure: those that are said to be done come first, those that are said not to be come last.
 */
export function applied({
  deliveries,
  received,
  actions,
}: Pick<Evidence, 'deliveries' | 'received' | 'actions'>): Map<string, boolean> {
  const byNumber = new Map(received.map(({ delivery, isApplied }) => [delivery, isApplied]))
  const isApplied = new Map(
    deliveries.flatMap(({ number, actionId }) => {
      const found = byNumber.get(number)
      return actionId === null || found === undefined ? [] : [[actionId, found] as const]
    }),
  )
  const states = new Map(actions.map(({ actionId, state }) => [actionId, state]))
  const rank = (id: string) => ['done', 'sent', 'unconfirmed', 'refused', 'not-sent'].indexOf(states.get(id) ?? 'sent')
  for (const { actionId, rivals } of deliveries) {
    const alike = [actionId ?? '', ...rivals].filter((id) => isApplied.has(id)).toSorted((a, b) => rank(a) - rank(b))
    const truths = alike.map((id) => isApplied.get(id) === true).toSorted((a, b) => Number(b) - Number(a))
    for (const [at, id] of alike.entries()) isApplied.set(id, truths[at] === true)
  }
  return isApplied
}
