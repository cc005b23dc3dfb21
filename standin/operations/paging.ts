import { type FieldError, invalid } from '../errors'
import type { Habits } from './operation'

const defaultLimit = 100

/** `limit` (default 100) and `offset` (default 0) of service-facts 2.13 and 3.3. No maximum is stated, so none is kept. */
export function page<Entry>(
  entries: readonly Entry[],
  query: URLSearchParams,
  habits: Habits,
): { part: Entry[]; offset: number } {
  const errors: FieldError[] = []
  const count = (name: string, fallback: number) => {
    const text = query.get(name) ?? String(fallback)
    if (!/^\d{1,9}$/.test(text)) errors.push({ field: name, title: 'Must be a whole number, zero or more.' })
    return Number(text)
  }
  const limit = count('limit', defaultLimit)
  const offset = count('offset', 0)
  if (errors.length > 0) throw invalid(errors)
  return { part: entries.slice(offset, habits.ignoreLimit ? undefined : offset + limit), offset }
}

/** A list in the query; its encoding is not stated, so `name=`, `name[]=` and a repeated one of either are understood (2.13). */
export const listed = (query: URLSearchParams, name: string): string[] => [...query.getAll(name), ...query.getAll(`${name}[]`)]
