import 'server-only'
import { sql } from 'kysely'
import { daysAfter } from '@/lib/core/dates'
import { sumByCurrency } from '@/lib/core/money'
import { type Database, database } from '@/lib/database/open'
import { serviceDay } from '@/lib/operations/effects/renews-on'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { serviceClock } from '@/lib/service/account-state'
import type { Finding, ListCount, ListCounts, ListPage } from '../list-page'
import { daysAtFirst, type ListFilter, type ListName, listNames, lists, maxCounted } from '../lists'
import { coverageOf } from './coverage'
import { facetsOf } from './facets'
import { ownedRows } from './owned-rows'
import { completeRows } from './rows'
import { countQuery, keyIn, type ListContext, type NarrowRow, narrowQuery, sources } from './sources'

export const contextOf = (person: Person, merchant: Merchant, now = Date.now()): ListContext => {
  const clock = serviceClock(merchant)
  return { person, merchant: merchant.code, today: serviceDay(now, clock), zone: clock.zone }
}

export type Piece = { limit: number; after: readonly string[] | null }

/** A piece of a list, with how many there are in all and what they can be filtered by. Nothing is asked of the service. */
export async function readList(
  name: ListName,
  context: ListContext,
  filter: ListFilter,
  { limit, after }: Piece,
): Promise<ListPage> {
  const store = await database()
  const isFiltered = Object.keys(filter).some((field) => field !== 'span')
  const all = { limit: maxCounted + 1, countries: true }
  const counted = await narrow(store, name, context, filter, { ...all, countries: !isFiltered })
  const found = after === null ? counted : await narrow(store, name, context, filter, { limit: limit + 1, after })
  const rows = found.slice(0, limit)
  const { span } = filter
  const unfiltered = isFiltered ? await narrow(store, name, context, span === undefined ? {} : { span }, all) : counted
  const { count, ...rest } = countOf(counted)
  return {
    data: await ownedRows(store, name, context, await completeRows(store, name, context, rows)),
    meta: {
      ...rest,
      type: 'collection',
      total: count,
      asOf: new Date().toISOString(),
      today: context.today,
      coverage: await coverageOf(lists[name].of, context.merchant),
      facets: facetsOf(name, unfiltered, filter),
      next: cursorOf(name, found, limit),
    },
  }
}

/** Where the next piece begins; null where this is the last. */
export function cursorOf(name: ListName, found: readonly NarrowRow[], limit: number): string | null {
  const last = found.length > limit ? found[limit - 1] : undefined
  const keys = last && sources[name].keys.map((_, place) => last[`k${place}` as 'k0'])
  return keys ? Buffer.from(JSON.stringify(keys)).toString('base64url') : null
}

export async function narrow(
  store: Database,
  name: ListName,
  context: ListContext,
  filter: ListFilter,
  given: Parameters<typeof narrowQuery>[3],
): Promise<NarrowRow[]> {
  return (await narrowQuery(name, context, filter, given).execute(store)).rows
}

export function countOf(rows: readonly NarrowRow[]): ListCount {
  const counted = rows.slice(0, maxCounted)
  return { count: counted.length, isMore: rows.length > maxCounted, sums: sumsOf(counted) }
}

function sumsOf(rows: readonly NarrowRow[]) {
  const money = rows.flatMap(({ amount, currency }) => (amount && currency ? [{ amount, currency }] : []))
  return [...sumByCurrency(money)].map(([currency, amount]) => ({ currency, amount }))
}

/** The keys of a list's rows, for a number that says how many there are; those of the first where there are more. */
export async function keysOf(
  name: ListName,
  context: ListContext,
  filter: ListFilter,
): Promise<{ keys: string[]; isMore: boolean }> {
  const rows = await narrow(await database(), name, context, filter, { limit: maxCounted + 1 })
  return { keys: rows.slice(0, maxCounted).map((row) => keyIn(name, row)), isMore: rows.length > maxCounted }
}

/** How many rows a list has. */
export async function countList(name: ListName, context: ListContext, filter: ListFilter = {}): Promise<Omit<ListCount, 'sums'>> {
  const { rows } = await countQuery(name, context, filter, maxCounted + 1).execute(await database())
  const count = Number(rows[0]?.count ?? 0)
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted }
}

/** How many rows a list of charges had on the middle one of some days; null where none of them had any. */
export async function usualCount(
  name: ListName,
  { merchant }: ListContext,
  { from, days }: { from: string; days: number },
): Promise<number | null> {
  const { rows } = await sql<{ count: string | number }>`select count(*) as count from directory_charges
    where merchant = ${merchant} and ${sources[name].condition} and day >= ${from} and day < ${daysAfter(from, days)}
    group by day`.execute(await database())
  if (rows.length === 0) return null
  const counts = [...rows.map(({ count }) => Number(count)), ...Array.from({ length: days - rows.length }, () => 0)]
  return counts.toSorted((a, b) => a - b)[Math.floor(days / 2)] ?? null
}

/** How many rows each list has, as it's offered first. */
export async function countLists(context: ListContext): Promise<ListCounts> {
  const data = await Promise.all(
    listNames.map(async (name) => ({
      name,
      label: lists[name].label,
      days: daysAtFirst(name),
      ...(await countList(name, context)),
    })),
  )
  return { data, meta: { type: 'collection', total: data.length, asOf: new Date().toISOString() } }
}

const maxFound = 5

/** The first rows of a list and how many there are, for a page that shows several lists. */
export async function findingOf(name: ListName, context: ListContext, filter: ListFilter = {}): Promise<Finding> {
  const store = await database()
  const counted = await narrow(store, name, context, filter, { limit: maxCounted + 1 })
  return { ...countOf(counted), rows: await completeRows(store, name, context, counted.slice(0, maxFound)) }
}

/** All rows of a list up to a limit, for a file. */
export async function wholeList(name: ListName, context: ListContext, filter: ListFilter, max: number) {
  const store = await database()
  const found = await narrow(store, name, context, filter, { limit: max + 1 })
  const rows = []
  for (let from = 0; from < Math.min(found.length, max); from += rowsAtOnce)
    rows.push(...(await completeRows(store, name, context, found.slice(from, Math.min(from + rowsAtOnce, max)))))
  return { rows, isMore: found.length > max, sums: sumsOf(found.slice(0, max)) }
}

// Both engines limit how many values one statement may bring.
const rowsAtOnce = 200

/**
 * How many rows a list has, and what its newest one is ordered by. That is empty where the list begins with what is next instead of with what
 * is new.
 */
export async function newestOf(name: ListName, context: ListContext, filter: ListFilter) {
  const counted = await countList(name, context, filter)
  const [first] = sources[name].isDown ? await narrow(await database(), name, context, filter, { limit: 1 }) : []
  return { ...counted, newest: first ? `${first.k0} ${first.k1}` : '' }
}
