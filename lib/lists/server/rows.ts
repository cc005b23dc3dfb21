import 'server-only'
import { describeDecline } from '@/lib/charges/decline-words'
import { namesFor } from '@/lib/commands/server/names-for'
import { dayIn, daysBetween, formatInterval, momentOf, relativeDay, secondsFrom } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { subscriptionStatus } from '@/lib/knowledge/subscription-words'
import type { Effect } from '@/lib/operations/effects/effect'
import type { ListRow, OpenRefund } from '../list-page'
import type { ListName } from '../lists'
import { eventRows } from './event-rows'
import { type ListContext, type NarrowRow, sources } from './sources'

type Charge = Tables['directory_charges']
type Subscription = Tables['directory_subscriptions']
type Action = Pick<Tables['actions'], 'action_id' | 'merchant' | 'buyer_id' | 'target' | 'created_at' | 'person' | 'effect'>

const noCharge = {
  provider: null,
  amount: null,
  currency: null,
  person: null,
  refund: null,
  seen: null,
  orderId: null,
  chargeId: null,
}

/** Rows of a list as people see them, in the order of their keys; one that is gone meanwhile is left out. */
export async function completeRows(
  store: Database,
  name: ListName,
  context: ListContext,
  narrow: readonly NarrowRow[],
): Promise<ListRow[]> {
  if (narrow.length === 0) return []
  switch (sources[name].table) {
    case 'directory_charges':
      return chargeRows(store, name, context, narrow)
    case 'directory_subscriptions':
      return subscriptionRows(store, context, narrow)
    case 'actions':
      return movedRows(store, context, narrow)
    case 'events':
      return eventRows(store, context, narrow)
  }
}

/** Those that were found, in the order of the ids that were looked for. */
function inOrder<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function chargeRows(
  store: Database,
  name: ListName,
  { merchant, today }: ListContext,
  narrow: readonly NarrowRow[],
): Promise<ListRow[]> {
  const ids = narrow.map(({ k2 }) => k2)
  const found = await store
    .selectFrom('directory_charges')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('charge_id', 'in', ids)
    .execute()
  const rows = inOrder(ids, found, ({ charge_id }) => charge_id)
  const who = await whoAre(
    store,
    merchant,
    rows.map(({ buyer_id }) => buyer_id),
  )
  const refunds = await refundsFor(store, merchant, rows)
  const apart = name === 'double-payments' ? await apartFrom(store, merchant, rows) : []
  const whyOf = (row: Charge, place: number) => {
    if (name === 'renewals-failed') return describeDecline(row)
    if (name === 'vouchers') return `open for ${formatDays(daysBetween(row.day, today))}`
    return apart[place] ?? null
  }
  return rows.map((row, place) => ({
    key: row.charge_id,
    buyerId: row.buyer_id,
    buyer: who(row.buyer_id).title,
    product: row.product,
    day: row.day,
    at: row.made_at,
    why: whyOf(row, place),
    provider: row.provider,
    amount: row.amount_given,
    currency: row.currency,
    person: null,
    refund: refunds.get(row.order_id) ?? null,
    seen: row.seen_on,
    orderId: row.order_id,
    chargeId: row.charge_id,
  }))
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** Where the refunds of the orders stand, on whichever of their charges, but for those that were refused. */
async function refundsFor(store: Database, merchant: string, rows: readonly Charge[]): Promise<Map<string, OpenRefund>> {
  if (rows.length === 0) return new Map()
  const found = await store
    .selectFrom('refunds')
    .select(['charge', 'state'])
    .where('merchant', '=', merchant)
    .where('state', '!=', 'refused')
    .where(
      'buyer_id',
      'in',
      rows.map(({ buyer_id }) => buyer_id),
    )
    .execute()
  const states = groupBy(found, ({ charge }) => fromOwnJson<{ orderId: string }>(charge).orderId)
  return new Map([...states].map(([orderId, some]) => [orderId, furthestFromMade(some)]))
}

const furthestFromMade = (refunds: readonly { state: string }[]): OpenRefund =>
  (['waiting', 'approved'] as const).find((state) => refunds.some((refund) => refund.state === state)) ?? 'done'

/** How long after the receipt before it each was received. */
async function apartFrom(store: Database, merchant: string, rows: readonly Charge[]): Promise<(string | null)[]> {
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
    return seconds === null ? null : `${formatInterval(seconds)} apart`
  })
}

async function subscriptionRows(
  store: Database,
  { merchant, today, zone }: ListContext,
  narrow: readonly NarrowRow[],
): Promise<ListRow[]> {
  const keyOf = (row: Pick<Subscription, 'subscription_id' | 'buyer_id'>) => `${row.subscription_id} ${row.buyer_id}`
  const buyers = narrow.map(({ k2 }) => k2)
  const found = await store
    .selectFrom('directory_subscriptions')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', buyers)
    .where(
      'subscription_id',
      'in',
      narrow.map(({ k1 }) => k1),
    )
    .execute()
  const rows = inOrder(
    narrow.map(({ k1, k2 }) => `${k1} ${k2}`),
    found,
    keyOf,
  )
  const who = await whoAre(store, merchant, buyers)
  return rows.map((row) => {
    const at = row.status === 'active' ? row.ends_at : row.status_at
    const day = dayOf(at, zone)
    return {
      ...noCharge,
      key: keyOf(row),
      buyerId: row.buyer_id,
      buyer: who(row.buyer_id).title,
      product: row.product || null,
      day,
      at: at || null,
      seen: dayOf(row.seen_at, zone),
      why: row.status === 'active' ? `Ends ${relativeDay(day, today)}, autocharge off` : describeStatus(row),
    }
  })
}

const dayOf = (at: string, zone: string): string => {
  const moment = momentOf(at)
  return moment === null ? at.slice(0, 10) : dayIn(moment, zone)
}

const describeStatus = ({ status, status_why }: Subscription): string =>
  status_why === ''
    ? (subscriptionStatus(status)?.meaning ?? status)
    : `${status[0]?.toUpperCase()}${status.slice(1)}: ${status_why}`

async function movedRows(store: Database, { zone }: ListContext, narrow: readonly NarrowRow[]): Promise<ListRow[]> {
  const ids = narrow.map(({ k1 }) => k1)
  const found = await store
    .selectFrom('actions')
    .select(['action_id', 'merchant', 'buyer_id', 'target', 'created_at', 'person', 'effect'])
    .where('action_id', 'in', ids)
    .execute()
  const rows = inOrder(ids, found, ({ action_id }) => action_id)
  const named = await namesFor(store, rows)
  return rows.map((row) => ({
    ...noCharge,
    ...named(row),
    key: row.action_id,
    buyerId: row.buyer_id ?? '',
    day: dayOf(row.created_at, zone),
    at: row.created_at,
    why: describeMoved(row),
    person: row.person,
  }))
}

function describeMoved({ effect }: Action): string | null {
  const row = fromOwnJson<Effect | null>(effect)?.rows.find(({ field }) => field === 'endDate')
  return row ? `${row.before ?? 'unknown'} to ${row.after ?? 'unknown'}` : null
}

/** `value` of a reason is the code; people read its words. */
export const describeReason = (code: string): string => describeDecline({ code })
