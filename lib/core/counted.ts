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

/** The rows of a number by their keys; `ids` is null where they're no longer kept. */
export type CountedIds = { at: string; ids: string[] | null }

/**
 * Parts a list that is read as a whole: on top what came after the count, then the counted rows that are still there. Without a count, all of `now`.
 * `gone`: so many of the counted rows aren't there any more.
 */
export function partCounted<Row>(
  counted: CountedIds | null | undefined,
  { now, all = now, keyOf }: { now: Row[]; all?: Row[]; keyOf: (row: Row) => string },
): { rows: Row[]; since?: { at: string; isKept: boolean; count: number; isMore: boolean; gone?: number } } {
  if (!counted) return { rows: now }
  const { at, ids } = counted
  if (ids === null) return { rows: now, since: { at, isKept: false, count: 0, isMore: false } }
  const newer = now.filter((row) => !ids.includes(keyOf(row)))
  const kept = all.filter((row) => ids.includes(keyOf(row)))
  const since = { at, isKept: true, count: newer.length, isMore: false, gone: ids.length - kept.length }
  return { rows: [...newer, ...kept], since }
}
