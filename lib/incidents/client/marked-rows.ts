import { fromOwnJson } from '@/lib/core/json'
import type { ListFilter, ListName } from '@/lib/lists/lists'

/** Rows that somebody marked on a list, by the list's own keys; without keys the whole list, as it's filtered. */
export type MarkedRows = { list: ListName; filter: ListFilter; keys: string[] | null }

const key = 'counterfoil.marked-rows'

/** Takes marked rows along to the plan of an incident, in this tab alone; an address would be too short for them. */
export function keepMarked(rows: MarkedRows): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(rows))
  } catch {
    // A browser that keeps nothing: the plan then begins empty, and the rows are pasted.
  }
}

/** The rows that were marked last, or null. They stay until an incident is made of them, so that a page that's loaded again has them. */
export function readMarked(): MarkedRows | null {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? null : fromOwnJson<MarkedRows>(text)
  } catch {
    return null
  }
}

export function forgetMarked(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
