import 'server-only'
import { type RawBuilder, sql } from 'kysely'
import { daysAfter, iso, startOfDay } from '@/lib/core/dates'
import type { Money } from '@/lib/core/money'
import { may } from '@/lib/core/roles'
import { changeExpirationDate as movesDate } from '@/lib/operations/change-expiration-date/operation'
import type { Person } from '@/lib/people/server/sessions'
import { isMoneyBack } from '@/lib/refunds/money-back'
import { closings, daysOf, type ListFilter, type ListFilterField, type ListName, minimumIn, openedDays } from '../lists'

/** Whose list it is, of which merchant account, and the service's day and zone there. */
export type ListContext = { person: Person; merchant: string; today: string; zone: string }

/**
 * Where the rows of a list come from: one table, the condition that makes a row one of the list, the columns it is ordered by, which
 * together name a row, and those it is filtered by. The rule of each list is here and nowhere else.
 */
export type Source = {
  table: 'directory_charges' | 'directory_subscriptions' | 'actions' | 'events'
  condition: RawBuilder<boolean>
  keys: readonly RawBuilder<string>[]
  /** Those of its columns that a row is called by, in the key that people's names are put on. */
  named: readonly string[]
  isDown: boolean
  filters: Partial<Record<ListFilterField, RawBuilder<string>>>
  /** What else a row is known by before all of it is read. */
  hasMoney: boolean
  within: (context: ListContext, filter: ListFilter) => RawBuilder<boolean>[]
}

/** The country of the buyer's newest known billing address, as JSON. */
const countryIn = (
  table: Source['table'],
) => sql<string>`(select value from facts where facts.merchant = ${sql.ref(`${table}.merchant`)}
    and facts.buyer_id = ${sql.ref(`${table}.buyer_id`)} and entity = 'buyer' and field = 'country')`

// Conditions are written exactly as in the indexes of migration 031: with parameters a database wouldn't use them.

const ofCharges = (name: ListName, condition: RawBuilder<boolean>): Source => ({
  table: 'directory_charges',
  condition,
  keys: [sql`day`, sql`coalesce(made_at, '')`, sql`charge_id`],
  named: ['charge_id'],
  isDown: true,
  filters: {
    provider: sql`provider`,
    currency: sql`currency`,
    reason: sql`code`,
    product: sql`product`,
    country: countryIn('directory_charges'),
  },
  hasMoney: true,
  within: ({ today }, filter) => {
    const { from, to } = daysOf(name, filter, today)
    return [...(from === null ? [] : [sql<boolean>`day >= ${from}`]), ...(to === null ? [] : [sql<boolean>`day <= ${to}`])]
  },
})

export const sources: Record<ListName, Source> = {
  'renewals-failed': ofCharges(
    'renewals-failed',
    sql<boolean>`told_by = 'read' and kind = 'renewal' and order_state = 'lost' and is_last = 1`,
  ),
  'double-payments': ofCharges('double-payments', sql<boolean>`told_by = 'read' and receipt > 1`),
  vouchers: ofCharges('vouchers', sql<boolean>`told_by = 'read' and status = 'deferred' and order_state = 'open'`),
  blocked: {
    table: 'directory_subscriptions',
    condition: sql<boolean>`(status = 'blocked' or status = 'suspended')`,
    keys: [sql`status_at`, sql`subscription_id`, sql`buyer_id`],
    named: ['subscription_id', 'buyer_id'],
    isDown: true,
    filters: { status: sql`status`, product: sql`product`, country: countryIn('directory_subscriptions') },
    hasMoney: false,
    within: () => [],
  },
  ending: {
    table: 'directory_subscriptions',
    condition: sql<boolean>`status = 'active' and autocharge = 0`,
    keys: [sql`ends_at`, sql`subscription_id`, sql`buyer_id`],
    named: ['subscription_id', 'buyer_id'],
    isDown: false,
    filters: { product: sql`product`, country: countryIn('directory_subscriptions') },
    hasMoney: false,
    within: ({ today, zone }) => {
      const { from, to } = daysOf('ending', {}, today)
      const start = (day: string) => iso(startOfDay(day, zone))
      return [sql<boolean>`ends_at >= ${start(from ?? today)}`, sql<boolean>`ends_at < ${start(daysAfter(to ?? today, 1))}`]
    },
  },
  'money-back': {
    table: 'events',
    // Of two that contradict each other about one thing only one is a row.
    condition: sql<boolean>`${sql.raw(isMoneyBack)} and buyer_id is not null and (state in ('taken', 'older') or (state = 'differs' and id =
      (select min(other.id) from events other where other.merchant = events.merchant and other.key = events.key)))`,
    keys: [sql`received_at`, sql`id`],
    named: ['id'],
    isDown: true,
    filters: { country: countryIn('events') },
    hasMoney: false,
    within: ({ today, zone }, filter) => {
      const { from } = daysOf('money-back', filter, today)
      return [sql<boolean>`received_at >= ${iso(startOfDay(from ?? today, zone))}`]
    },
  },
  'moved-dates': {
    table: 'actions',
    condition: sql<boolean>`operation = ${movesDate.name} and (state = 'done' or settled_as = 'happened')`,
    keys: [sql`created_at`, sql`action_id`],
    named: ['action_id'],
    isDown: true,
    filters: { person: sql`person` },
    hasMoney: false,
    within: ({ today, zone }, filter) => {
      const { from } = daysOf('moved-dates', filter, today)
      return [sql<boolean>`created_at >= ${iso(startOfDay(from ?? today, zone))}`]
    },
  },
}

/**
 * `countries`: with each row's, which takes a look beside the list's own index. `only`: the rows of these keys, whether or not they're still in the
 * list; `without`: those of the list that have none of them.
 */
type Narrow = {
  limit: number
  after?: readonly string[] | null
  countries?: boolean
  only?: readonly string[]
  without?: readonly string[]
}
/** A list ordered by two columns has no `k2`. */
export type NarrowRow = Record<'k0' | 'k1' | 'k2', string> & Partial<Record<ListFilterField, string | null>> & { amount?: string }

/** The rows of a list by their keys and what they are filtered by, in its order, behind the one of certain keys. */
export function narrowQuery(
  name: ListName,
  context: ListContext,
  filter: ListFilter,
  { limit, after = null, countries = false, only, without = [] }: Narrow,
) {
  const { table, keys, isDown, filters, hasMoney } = sources[name]
  const columns = [
    ...keys.map((key, place) => sql`${key} as ${sql.ref(`k${place}`)}`),
    ...Object.entries(filters).flatMap(([field, column]) =>
      field === 'country' && !countries ? [] : [sql`${column} as ${sql.ref(field)}`],
    ),
    ...(hasMoney ? [sql`amount_given as amount`] : []),
  ]
  const where = only ? [...ofMerchant(name, context), among(name, only)] : whereOf(name, context, filter)
  if (without.length > 0) where.push(sql<boolean>`not ${among(name, without)}`)
  if (after !== null) {
    const values = after.map((value) => sql`${value}`)
    where.push(sql<boolean>`${keys[0]} ${sql.raw(isDown ? '<=' : '>=')} ${after[0]}`)
    where.push(sql<boolean>`(${sql.join([...keys])}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(values)})`)
  }
  const order = keys.map((key) => sql`${key} ${sql.raw(isDown ? 'desc' : 'asc')}`)
  return sql<NarrowRow>`select ${sql.join(columns)} from ${sql.table(table)}
    where ${sql.join(where, sql` and `)} order by ${sql.join(order)} limit ${limit}`
}

/** How many rows a list has, counted no further than a limit. */
export const countQuery = (name: ListName, context: ListContext, filter: ListFilter, limit: number) =>
  sql<{ count: string | number }>`select count(*) as count from (select 1 as one from ${sql.table(sources[name].table)}
    where ${sql.join(whereOf(name, context, filter), sql` and `)} limit ${limit}) as counted`

/** Whose row of a list has a key, whichever days it's asked for and whether or not somebody has closed it. */
export function rowQuery(name: ListName, context: ListContext, key: string) {
  const { table, condition, named } = sources[name]
  // A key with more behind it is no row's: what is kept under it would be nowhere to be seen.
  const parts = named.length === 1 ? [key] : key.split(' ')
  const where = [
    sql<boolean>`merchant = ${context.merchant}`,
    condition,
    ...(parts.length === named.length ? [] : [sql<boolean>`1 = 0`]),
    ...named.map((column, place) => sql<boolean>`${sql.ref(column)} = ${parts[place] ?? ''}`),
    ...ownAlone(name, context),
  ]
  return sql<{
    buyer: string | null
  }>`select buyer_id as buyer from ${sql.table(table)} where ${sql.join(where, sql` and `)} limit 1`
}

/** Whoever may not read the whole journal sees their own actions. */
const ownAlone = (name: ListName, { person }: ListContext): RawBuilder<boolean>[] =>
  sources[name].table !== 'actions' || may(person.role, 'wholeJournal') ? [] : [sql<boolean>`account_id = ${person.accountId}`]

const ofMerchant = (name: ListName, context: ListContext) => [
  sql<boolean>`merchant = ${context.merchant}`,
  ...ownAlone(name, context),
]

/** Whether rows have one of some keys, where a key is one column. */
const among = (name: ListName, keys: readonly string[]): RawBuilder<boolean> =>
  keys.length === 0
    ? sql<boolean>`1 = 0`
    : sql<boolean>`(${sql.ref(sources[name].named[0] ?? '')} in (${sql.join(keys.map((key) => sql`${key}`))}))`

/** The key of a row, where it is one column: the last by which the list is ordered. */
export const keyIn = (name: ListName, row: NarrowRow): string => row[`k${sources[name].keys.length - 1}` as 'k0']

/** What somebody has closed is no longer listed. */
function notClosed(name: ListName): RawBuilder<boolean>[] {
  const { table, named } = sources[name]
  if (!closings[name]) return []
  return [
    sql<boolean>`not exists (select 1 from closed_rows where closed_rows.merchant = ${sql.ref(`${table}.merchant`)}
      and closed_rows.list = ${name} and closed_rows.thing = ${sql.ref(`${table}.${named[0]}`)})`,
  ]
}

function whereOf(name: ListName, context: ListContext, filter: ListFilter): RawBuilder<boolean>[] {
  const { condition, filters, within } = sources[name]
  const chosen = (Object.entries(filters) as [ListFilterField, RawBuilder<string>][]).flatMap(([field, column]) => {
    const value = filter[field]
    if (value === undefined) return []
    return [sql<boolean>`${column} = ${field === 'country' ? JSON.stringify(value) : value}`]
  })
  return [
    ...ofMerchant(name, context),
    condition,
    ...within(context, filter),
    ...notClosed(name),
    ...chosen,
    ...(filter.amount === undefined ? [] : atLeast(minimumIn(filter.amount))),
    ...(filter.opened === undefined ? [] : [openedBy(name, context)]),
    ...(filter.refund === undefined ? [] : [withOpenRefund(name)]),
  ]
}

const atLeast = ({ amount, currency }: Money): RawBuilder<boolean>[] => [
  sql<boolean>`currency = ${currency}`,
  sql<boolean>`cast(nullif(amount, '') as numeric) >= cast(cast(${amount} as text) as numeric)`,
]

/** Buyers that the person has opened lately. */
function openedBy(name: ListName, { person, today }: ListContext): RawBuilder<boolean> {
  const { table } = sources[name]
  return sql<boolean>`exists (select 1 from recent_buyers where recent_buyers.account_id = ${person.accountId}
    and recent_buyers.merchant = ${sql.ref(`${table}.merchant`)} and recent_buyers.buyer_id = ${sql.ref(`${table}.buyer_id`)}
    and opened_at >= ${daysAfter(today, -openedDays)})`
}

/** Buyers with a refund request that isn't made yet. */
function withOpenRefund(name: ListName): RawBuilder<boolean> {
  const { table } = sources[name]
  return sql<boolean>`exists (select 1 from refunds where refunds.merchant = ${sql.ref(`${table}.merchant`)}
    and refunds.buyer_id = ${sql.ref(`${table}.buyer_id`)} and refunds.state in ('waiting', 'approved'))`
}
