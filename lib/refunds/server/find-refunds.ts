import 'server-only'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { daysAfter } from '@/lib/core/dates'
import { plainDecimal } from '@/lib/core/fold'
import { invalid } from '@/lib/core/problem'
import { containing } from '@/lib/database/containing'
import { type Database, database, isServed } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { columnOf, type RefundColumn, type RefundFacets, type RefundFilter, sortOf } from '../refund-filter'

type Refunds = SelectQueryBuilder<Tables, 'refunds', object>
type Narrowing = Omit<RefundFilter, 'sort' | 'state'>

/** The refunds that a person may see. */
function visible(store: Database, person: Person): Refunds {
  const closed = closedTo(person)
  const query: Refunds = store.selectFrom('refunds')
  return closed.length > 0 ? query.where('merchant', 'not in', closed) : query
}

/** The refunds that a person may see and that a filter lets through, in whatever state. */
export function matching(store: Database, person: Person, filter: Narrowing): Refunds {
  let query = visible(store, person)
  for (const column of ['provider', 'currency', 'person'] as const)
    if (filter[column] !== null) query = query.where(column, '=', filter[column])
  if (filter.file !== null) query = query.where('batch_id', filter.file === 'yes' ? 'is not' : 'is', null)
  if (filter.from !== null) query = query.where('asked_at', '>=', filter.from)
  if (filter.to !== null) query = query.where('asked_at', '<', daysAfter(filter.to, 1))
  if (filter.find === null) return query
  const { find } = filter
  const places = ['person', 'reason', 'ticket', 'amount', 'charge_id', 'buyer_id', 'id'].map(
    (name) => sql<string>`${sql.ref(name)}`,
  )
  const ofCharge = ['buyer', 'orderId', 'providerTransaction', 'products'].map((name) => inCharge(store, name))
  return query.where(({ or }) => or([...places, ...ofCharge].map((text) => containing(text, find))))
}

/** A part of what the service said of the charge, as text. */
const inCharge = (store: Database, ...path: string[]): RawBuilder<string> =>
  isServed(store)
    ? sql<string>`(charge::json #>> ${sql.lit(`{${path.join(',')}}`)})`
    : sql<string>`json_extract(charge, ${sql.lit(`$.${path.join('.').replace(/\.(\d+)$/, '[$1]')}`)})`

/** By what a row is placed: texts without regard to capitals, amounts within their currency. */
function keysOf(store: Database, column: RefundColumn, isWaiting: boolean): RawBuilder<string | number>[] {
  const number = isServed(store) ? sql.raw('numeric') : sql.raw('real')
  switch (column) {
    case 'age':
      return [sql<string>`${sql.ref(isWaiting ? 'waiting_since' : 'asked_at')}`]
    case 'buyer':
      return [sql<string>`lower(coalesce(${inCharge(store, 'buyer')}, ''))`]
    case 'product':
      return [sql<string>`lower(coalesce(${inCharge(store, 'products', '0')}, ''))`]
    case 'provider':
      return [sql<string>`lower(coalesce(provider, ''))`]
    case 'person':
      return [sql<string>`lower(person)`]
    case 'amount':
      return [sql<string>`currency`, sql<number>`cast(amount as ${number})`]
  }
}

const maxCounted = 1_000

/** The ids of the refunds that the list has under a filter, no more than are counted, and since when the first of them waits. */
export async function keysOfRefunds(person: Person, filter: RefundFilter) {
  const rows = await matching(await database(), person, filter)
    .select(['id', 'waiting_since'])
    .$if(filter.state !== null, (query) => query.where('state', '=', filter.state ?? ''))
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(maxCounted + 1)
    .execute()
  const keys = rows.slice(0, maxCounted).map(({ id }) => id)
  return { keys, count: keys.length, isMore: rows.length > maxCounted, oldest: rows[0]?.waiting_since ?? null }
}

/** `only`: the refunds of these ids, whatever the filter says beside its order; `without`: none of these. */
type Piece = { limit: number; after?: readonly string[] | null; only?: readonly string[]; without?: readonly string[] }

/** A piece in the order of the filter, behind the row of certain keys, with the keys of its last row where there are more. */
export async function foundRefunds(
  store: Database,
  person: Person,
  filter: RefundFilter,
  { limit, after = null, only, without = [] }: Piece,
) {
  const sort = sortOf(filter)
  const column = columnOf(sort)
  // The older a request, the smaller its time.
  const isDown = sort.startsWith('-') !== (column === 'age')
  const keys = keysOf(store, column, filter.state === 'waiting')
  let query = (only ? visible(store, person) : matching(store, person, filter)).selectAll()
  if (only) query = query.where('id', 'in', only.length > 0 ? only : [''])
  else if (filter.state !== null) query = query.where('state', '=', filter.state)
  if (without.length > 0) query = query.where('id', 'not in', without)
  const all = [...keys, sql<string>`id`]
  keys.forEach((key, place) => {
    // An amount goes along as it was asked: as a number it would come back with other digits.
    const kept = isAmount(column, place) ? sql<string>`amount` : key
    query = query.select(sql<string>`${kept}`.as(`key_${place}` as 'id'))
  })
  for (const key of all) query = query.orderBy(key, isDown ? 'desc' : 'asc')
  if (after !== null) {
    if (after.length !== all.length || after.some((value, place) => isAmount(column, place) && plainDecimal(value) === null))
      throw unknownCursor()
    const values = after.map((value, place) => (isAmount(column, place) ? asNumber(store, value) : sql`${value}`))
    query = query.where(sql<boolean>`(${sql.join(all)}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(values)})`)
  }
  const found = (await query.limit(limit + 1).execute()) as (Tables['refunds'] & Record<string, string>)[]
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ key_0: _, key_1: __, ...row }) => row as Tables['refunds']),
    next: last ? [...keys.map((_, place) => String(last[`key_${place}`])), last.id] : null,
  }
}

const isAmount = (column: RefundColumn, place: number) => column === 'amount' && place === 1

export const unknownCursor = () => invalid([{ field: 'cursor', title: 'Unknown cursor. Use one from an earlier answer.' }])

const asNumber = (store: Database, value: string) =>
  sql`cast(cast(${value} as text) as ${sql.raw(isServed(store) ? 'numeric' : 'real')})`

/** What there is to filter by, among all that a person may see. */
export async function refundFacets(store: Database, person: Person): Promise<RefundFacets> {
  const nothing = { provider: null, currency: null, person: null, file: null, from: null, to: null, find: null }
  const values = async (column: 'provider' | 'currency' | 'person') => {
    const rows = await matching(store, person, nothing).select(column).distinct().orderBy(column).limit(100).execute()
    return rows.flatMap((row) => row[column] ?? [])
  }
  return { providers: await values('provider'), currencies: await values('currency'), people: await values('person') }
}
