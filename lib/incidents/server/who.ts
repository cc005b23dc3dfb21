import 'server-only'
import { sql, type Transaction } from 'kysely'
import { daysAfter, iso, startOfDay } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import type { Tables } from '@/lib/database/schema'
import { isListName, type ListFilter, type ListName, listFilterIn, unknownIn } from '@/lib/lists/lists'
import { contextOf } from '@/lib/lists/server/read-list'
import { type NarrowRow, narrowQuery, sources } from '@/lib/lists/server/sources'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { serviceClock } from '@/lib/service/account-state'
import type { IncidentCommand } from '../command'
import { plural } from '../incident-words'
import type { GivenRow } from '../pasted'
import { ofTokens } from './commands'
import { maxRows } from './plan'

type Tx = Transaction<Tables>

type Facts = {
  status?: string | undefined
  autocharge?: boolean | undefined
  product?: string | undefined
  endsFrom?: string | undefined
  endsUntil?: string | undefined
}
/** `keys`: those rows of the list alone that somebody marked. */
type OfList = { list: string; filter?: Record<string, string> | undefined; keys?: readonly string[] | undefined }
export type Who = OfList | { facts: Facts }

/** The subscriptions of a list as it's filtered now, or of a filter on what is known. One more than an incident takes says that there are more. */
export async function whoIn(tx: Tx, person: Person, merchant: string, who: Who, command: IncidentCommand): Promise<GivenRow[]> {
  if (ofTokens(command)) throw invalid([{ field: 'who', title: 'Lists name no tokens. Give buyerId and chargeMethodTokenId' }])
  const found = 'list' in who ? await ofList(tx, person, merchant, who) : await ofFacts(tx, merchant, who.facts)
  if (found.length === 0) throw invalid([{ field: 'who', title: 'No subscription fits. Choose another list or filter' }])
  return found.map(({ subscription_id, buyer_id }) => ({ subscriptionId: subscription_id, buyerId: buyer_id, note: null }))
}

type Found = { subscription_id: string; buyer_id: string }

async function ofList(tx: Tx, person: Person, merchant: string, { list, filter = {}, keys }: OfList): Promise<Found[]> {
  if (!isListName(list)) throw invalid([{ field: 'who.list', title: 'Use the name of a list' }])
  const given: ListFilter = listFilterIn(filter)
  const unknown = [...unknownIn(list, given), ...Object.keys(filter).filter((field) => !(field in given))]
  if (unknown.length > 0)
    throw invalid(unknown.map((field) => ({ field: `who.filter.${field}`, title: 'This list has no such filter' })))
  const context = contextOf(person, merchantByCode(merchant))
  const { rows: all } = await narrowQuery(list, context, given, { limit: maxRows + 1 }).execute(tx)
  const rows = marked(all, list, keys)
  if (sources[list].table === 'directory_subscriptions') return rows.map(({ k1, k2 }) => ({ subscription_id: k1, buyer_id: k2 }))
  return ofCharges(
    tx,
    merchant,
    list,
    rows.map((row) => keyOf(row, list)),
  )
}

/** The rows of a list, or those of them that were marked. Throws `invalid` where one of these is no longer in it. */
function marked(rows: NarrowRow[], list: ListName, keys: readonly string[] | undefined): NarrowRow[] {
  if (keys === undefined) return rows
  const chosen = new Set(keys)
  const found = rows.filter((row) => chosen.has(keyOf(row, list)))
  const gone = chosen.size - found.length
  if (gone > 0)
    throw invalid([
      {
        field: 'who.keys',
        title: `${plural(gone, 'of the marked rows is', 'of the marked rows are')} no longer in this list. Mark them again`,
      },
    ])
  return found
}

/** What the list calls a row. */
const keyOf = (row: NarrowRow, list: ListName): string =>
  sources[list].table === 'directory_subscriptions' ? `${row.k1} ${row.k2}` : row[`k${sources[list].keys.length - 1}` as 'k0']

/** The one subscription of whoever a charge is of. Where a buyer has several or none, nobody can say which is meant. */
async function ofCharges(tx: Tx, merchant: string, list: ListName, keys: readonly string[]): Promise<Found[]> {
  if (sources[list].table !== 'directory_charges')
    throw invalid([{ field: 'who.list', title: 'This list names no subscriptions' }])
  const found: Found[] = []
  const doubtful: string[] = []
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce)
    const { rows } = await sql<{ buyer_id: string; count: string | number; subscription_id: string | null }>`
      select c.buyer_id, count(distinct s.subscription_id) as count, min(s.subscription_id) as subscription_id
      from directory_charges c left join directory_subscriptions s on s.merchant = c.merchant and s.buyer_id = c.buyer_id
      where c.merchant = ${merchant} and c.charge_id in (${sql.join(some)}) group by c.buyer_id`.execute(tx)
    for (const { buyer_id, count, subscription_id } of rows)
      if (Number(count) === 1 && subscription_id !== null) found.push({ buyer_id, subscription_id })
      else doubtful.push(buyer_id)
  }
  if (doubtful.length === 0) return found
  const some = doubtful.slice(0, 5).join(', ')
  throw invalid([
    {
      field: 'who.list',
      title: `${plural(doubtful.length, 'buyer of this list has', 'buyers of this list have')} several subscriptions or none known, such as ${some}. Give the subscriptions themselves`,
    },
  ])
}

const atOnce = 400

async function ofFacts(tx: Tx, merchant: string, facts: Facts): Promise<Found[]> {
  if (Object.values(facts).every((value) => value === undefined))
    throw invalid([{ field: 'who.facts', title: 'Choose at least one filter' }])
  const { zone } = serviceClock(merchantByCode(merchant))
  const start = (day: string) => iso(startOfDay(day, zone))
  const { status, autocharge, product, endsFrom, endsUntil } = facts
  return tx
    .selectFrom('directory_subscriptions')
    .select(['subscription_id', 'buyer_id'])
    .where('merchant', '=', merchant)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(autocharge !== undefined, (query) => query.where('autocharge', '=', Number(autocharge)))
    .$if(product !== undefined, (query) => query.where('product', '=', product ?? ''))
    .$if(endsFrom !== undefined, (query) => query.where('ends_at', '>=', start(endsFrom ?? '')))
    .$if(endsUntil !== undefined, (query) => query.where('ends_at', '<', start(daysAfter(endsUntil ?? '', 1))))
    .orderBy('subscription_id')
    .orderBy('buyer_id')
    .limit(maxRows + 1)
    .execute()
}
