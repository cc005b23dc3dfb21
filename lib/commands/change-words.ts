import { type Action, isOpen } from './action'

const unknown = 'unknown'

/** `On → Off` of the first thing that changes, and how many more there are; with a question mark where nobody knows. Null: nothing was foretold. */
export function changeWords(action: Pick<Action, 'effect' | 'state' | 'settledAs'>): string | null {
  const [first, ...more] = action.effect?.rows.filter(({ changes }) => changes) ?? []
  if (!first) return null
  const rest = more.length === 0 ? '' : `, ${more.length} more`
  return `${first.before ?? unknown} → ${first.after ?? unknown}${isOpen(action) ? '?' : ''}${rest}`
}
