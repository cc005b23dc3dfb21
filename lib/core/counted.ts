import { firstNonEmpty } from './first-non-empty'

/**
 * Which rows a number counted, and when: an address that carries both lists exactly these, whatever has come or gone since. `counted` is a
 * digest of their keys; `at` is ISO in UTC.
 */
export type Counted = { at: string; counted: string }

export const countedFields = ['at', 'counted'] as const
export const isCountedAt = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
export const isCountedId = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** Takes it out of an address. */
export const notCounted = { at: null, counted: null }

/** What of it an address has; null where it has none, or what makes no sense. */
export function countedIn(given: Partial<Record<string, string | string[] | null | undefined>>): Counted | null {
  const [at, counted] = countedFields.map((name) => firstNonEmpty(given[name] ?? undefined))
  return at != null && counted != null && isCountedAt(at) && isCountedId(counted) ? { at, counted } : null
}

export const withCounted = (href: string, of: Counted): string =>
  `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(of)}`

/**
 * Of a list that shows what a number counted: the rows that came since, at most 50, newest first, which stand above the others. `isKept` is false
 * where what was counted is no longer kept, so that the list is as of now.
 */
export type SinceCounted<Row> = { at: string; isKept: boolean; newer: Row[]; isMore: boolean }

export const maxNewer = 50
