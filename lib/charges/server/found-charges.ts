import 'server-only'
import { sql } from 'kysely'
import { apartWords, daysAfter, daysBetween, secondsFrom } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { sumByCurrency } from '@/lib/core/money'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { deferredDays, type FoundCharge, type FoundCharges, failedDays, twiceDays } from '../charge-figures'
import { declineWords } from '../decline-words'

type Row = Tables['directory_charges']

// Written exactly as in the partial indexes of migration 028: with parameters a database wouldn't use them.
const conditions = {
  twice: sql<boolean>`receipt > 1`,
  deferred: sql<boolean>`status = 'deferred' and order_state = 'open'`,
  failed: sql<boolean>`kind = 'renewal' and order_state = 'lost' and is_last = 1`,
}
const maxCounted = 500
const maxShown = 5

type Find = { merchant: string; today: string }

/** Renewals of the last days of which nothing was received. */
export const failedRenewals = (store: Database, of: Find): Promise<FoundCharges> =>
  found(store, of, 'failed', daysAfter(of.today, 1 - failedDays), null, async (rows) => rows.map((row) => declineWords(row)))

/** Receipts after the first of their order. Two may be right, so that is no verdict. */
export const receivedTwice = (store: Database, of: Find): Promise<FoundCharges> =>
  found(store, of, 'twice', daysAfter(of.today, -twiceDays), null, (rows) => apartFrom(store, of.merchant, rows))

/** Deferred payments that have been open for longer than they should be. */
export const longDeferred = (store: Database, of: Find): Promise<FoundCharges> =>
  found(store, of, 'deferred', null, daysAfter(of.today, -deferredDays), async (rows) =>
    rows.map(({ day }) => `open for ${daysBetween(day, of.today)} days`),
  )

type Wanted = { merchant: string; kind: keyof typeof conditions; from: string | null; before: string | null }

export const foundQuery = (store: Database, { merchant, kind, from, before }: Wanted) =>
  store
    .selectFrom('directory_charges')
    .selectAll()
    .where('merchant', '=', merchant)
    .where(conditions[kind])
    .where('told_by', '=', 'read')
    .where('day', '>=', from ?? '0')
    .$if(before !== null, (query) => query.where('day', '<', before ?? ''))
    .orderBy('day', 'desc')
    .limit(maxCounted + 1)

async function found(
  store: Database,
  { merchant }: Find,
  kind: keyof typeof conditions,
  from: string | null,
  before: string | null,
  whyOf: (rows: readonly Row[]) => Promise<(string | null)[]>,
): Promise<FoundCharges> {
  const counted = await foundQuery(store, { merchant, kind, from, before }).execute()
  const rows = counted.slice(0, maxCounted).toSorted((a, b) => (b.made_at ?? b.day).localeCompare(a.made_at ?? a.day))
  const shown = rows.slice(0, maxShown)
  const who = await whoAre(
    store,
    merchant,
    shown.map(({ buyer_id }) => buyer_id),
  )
  const asked = await askedFor(store, merchant, shown)
  const why = await whyOf(shown)
  const money = rows.flatMap(({ amount_given, currency }) => (currency === '' ? [] : [{ amount: amount_given, currency }]))
  return {
    charges: shown.map((row, place): FoundCharge => {
      const { charge_id: chargeId, order_id: orderId, buyer_id: buyerId, product, day, amount_given: amount, currency } = row
      const of = { chargeId, orderId, buyerId, product, day, amount, currency, at: row.made_at }
      return { ...of, buyer: who(buyerId).title, why: why[place] ?? null, asked: asked.has(orderId) }
    }),
    count: rows.length,
    isMore: counted.length > maxCounted,
    sums: [...sumByCurrency(money)].map(([currency, amount]) => ({ currency, amount })),
  }
}

/** Those of the orders of which a refund was requested, on whichever of their charges, and not refused. */
async function askedFor(store: Database, merchant: string, rows: readonly Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const asked = await store
    .selectFrom('refunds')
    .select('charge')
    .where('merchant', '=', merchant)
    .where('state', '!=', 'refused')
    .where(
      'buyer_id',
      'in',
      rows.map(({ buyer_id }) => buyer_id),
    )
    .execute()
  return new Set(asked.map(({ charge }) => fromOwnJson<{ orderId: string }>(charge).orderId))
}

/** How long after the receipt before it each was received. */
async function apartFrom(store: Database, merchant: string, rows: readonly Row[]): Promise<(string | null)[]> {
  if (rows.length === 0) return []
  const receipts = await store
    .selectFrom('directory_charges')
    .select(['order_id', 'receipt', 'made_at'])
    .where('merchant', '=', merchant)
    .where('told_by', '=', 'read')
    .where(
      'buyer_id',
      'in',
      rows.map(({ buyer_id }) => buyer_id),
    )
    .where(
      'order_id',
      'in',
      rows.map(({ order_id }) => order_id),
    )
    .execute()
  return rows.map((row) => {
    const before = receipts.find(({ order_id, receipt }) => order_id === row.order_id && receipt === (row.receipt ?? 0) - 1)
    const seconds = secondsFrom(before?.made_at ?? null, row.made_at)
    return seconds === null ? null : `${apartWords(seconds)} apart`
  })
}
