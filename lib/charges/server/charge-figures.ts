import 'server-only'
import { sql } from 'kysely'
import { type Database, database } from '@/lib/database/open'
import { buyersKnown } from '@/lib/knowledge/server/directory'
import { serviceDay } from '@/lib/operations/effects/renews-on'
import type { Merchant } from '@/lib/platform/merchants'
import { singleton } from '@/lib/platform/singleton'
import { serviceClock } from '@/lib/service/account-state'
import {
  approvalByProvider,
  approvalRate,
  type ChargeCount,
  type ChargeFigures,
  type LostCount,
  moneySince,
  weeksUntil,
} from '../charge-figures'

/** Figures are kept so much longer than counting took, so that counting never takes more than a fiftieth of the time. */
const keptTimesTaken = 50
type Kept = Map<string, { until: number; figures: Promise<ChargeFigures> }>

/** Figures over all known buyers of a merchant account, from what was read of them. Nothing is asked of the service. */
export async function chargeFigures(merchant: Merchant, now = Date.now()): Promise<ChargeFigures> {
  // Kept figures may be some seconds old, but not whether anybody is known at all.
  return { ...(await keptFigures(merchant, now)), buyers: await buyersKnown(await database(), merchant.code) }
}

function keptFigures(merchant: Merchant, now: number): Promise<ChargeFigures> {
  const kept = singleton('charge-figures', (): Kept => new Map())
  const known = kept.get(merchant.code)
  if (known && known.until > now) return known.figures
  const begun = performance.now()
  const figures = countCharges(merchant.code, serviceDay(now, serviceClock(merchant)))
  const counting = { until: Number.POSITIVE_INFINITY, figures }
  kept.set(merchant.code, counting)
  figures.then(
    () => {
      counting.until = Date.now() + keptTimesTaken * (performance.now() - begun)
    },
    () => kept.delete(merchant.code),
  )
  return figures
}

export async function countCharges(merchant: string, today: string): Promise<ChargeFigures> {
  const store = await database()
  const month = `${today.slice(0, 8)}01`
  const { before } = weeksUntil(today)
  const from = month < before ? month : before
  const counts = await countsSince(store, merchant, from, today)
  return {
    today,
    since: from,
    ...(await readingSince(store, merchant, from, today)),
    money: moneySince(counts, await lostSince(store, merchant, month, today), month),
    rate: approvalRate(counts, today),
    providers: approvalByProvider(counts, today),
  }
}

/** One walk over an index that holds all that is asked of it. */
export const countsQuery = (store: Database, merchant: string, from: string, until: string) =>
  store
    .selectFrom('directory_charges')
    .select(['day', 'status', 'provider', 'currency', 'amount_given', 'receipt', 'tax'])
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('merchant', '=', merchant)
    .where('told_by', '=', 'read') // what only an event says is no money
    .where('day', '>=', from)
    .where('day', '<=', until)
    .groupBy(['day', 'status', 'provider', 'currency', 'amount_given', 'receipt', 'tax'])

async function countsSince(store: Database, merchant: string, from: string, until: string): Promise<ChargeCount[]> {
  const rows = await countsQuery(store, merchant, from, until).execute()
  return rows.map(({ amount_given, count, ...row }) => ({ ...row, amount: amount_given, count: Number(count) }))
}

// Written exactly as in the partial indexes of migration 033: with parameters a database wouldn't use them.
const isLost = sql<boolean>`order_state = 'lost' and is_last = 1 and told_by = 'read'`
const isUnstated = sql<boolean>`order_state is null and told_by = 'read'`

/** What was asked for lost orders. Charges that were read before that was kept count what their last attempt asked. */
export const lostQuery = (store: Database, merchant: string, from: string, until: string) =>
  store
    .selectFrom('directory_charges')
    .select([
      sql<string>`coalesce(asked, amount_given)`.as('amount'),
      sql<string>`coalesce(asked_currency, currency)`.as('currency'),
      sql<string | number>`count(*)`.as('count'),
    ])
    .where('merchant', '=', merchant)
    .where(isLost)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .groupBy([sql`coalesce(asked, amount_given)`, sql`coalesce(asked_currency, currency)`])

const lostSince = async (...of: Parameters<typeof lostQuery>): Promise<LostCount[]> =>
  (await lostQuery(...of).execute()).map((row) => ({ ...row, count: Number(row.count) }))

/** How many buyers have charges that an earlier version read. */
export const partlyQuery = (store: Database, merchant: string) =>
  store
    .selectFrom('directory_charges')
    .select(({ fn }) => fn.count<string | number>('buyer_id').distinct().as('buyers'))
    .where('merchant', '=', merchant)
    .where(isUnstated)

async function readingSince(store: Database, merchant: string, from: string, until: string) {
  const read = await store
    .selectFrom('directory_charges')
    .select(({ fn }) => [
      fn.count<string | number>('buyer_id').distinct().as('buyers'),
      fn.min('seen_on').as('first'),
      fn.max('seen_on').as('last'),
    ])
    .where('merchant', '=', merchant)
    .where('told_by', '=', 'read')
    .where('day', '>=', from)
    .where('day', '<=', until)
    .executeTakeFirstOrThrow()
  const partly = await partlyQuery(store, merchant).executeTakeFirstOrThrow()
  return {
    buyers: await buyersKnown(store, merchant),
    partly: Number(partly.buyers),
    read: Number(read.buyers),
    readFrom: read.first,
    readUntil: read.last,
  }
}
