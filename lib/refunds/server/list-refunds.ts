import 'server-only'
import * as z from 'zod/mini'
import { type Counted, maxNewer } from '@/lib/core/counted'
import { dayMs } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { parsed } from '@/lib/core/json'
import { type Money, subtract, sumByCurrency } from '@/lib/core/money'
import { type Database, database } from '@/lib/database/open'
import { countOthersWithCards } from '@/lib/knowledge/server/cards'
import { countedKeys } from '@/lib/knowledge/server/counted-rows'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { WaitingRefunds } from '../refund'
import {
  othersDays,
  patienceMs,
  type QueuedRefund,
  type Refund,
  type RefundCounts,
  type RefundInDetail,
  type RefundState,
  type RefundsPiece,
  refundStates,
} from '../refund'
import type { RefundFilter } from '../refund-filter'
import { requestedOf } from './ask-refund'
import { foundRefunds, matching, refundFacets, unknownCursor } from './find-refunds'
import { refundRow } from './move-refund'
import { cardIn, type RefundRow, refundsOf } from './refund-row'
import { wentBackTo } from './went-back'

const pieceLength = 50

/** A piece of the list, in the order of its filter. Counts and sums are of all that the filter lets through. */
export async function refundsPiece(
  person: Person,
  filter: RefundFilter,
  cursor: string | null = null,
  opened: Counted | null = null,
): Promise<RefundsPiece> {
  const store = await database()
  const keys = opened && (await countedKeys(opened.counted))
  const { rows, next } = await foundRefunds(store, person, filter, {
    limit: pieceLength,
    after: cursor === null ? null : keysIn(cursor),
    ...(keys && { only: keys }),
  })
  // Pieces after the first have what came later in the first.
  const later = keys && cursor === null ? await foundRefunds(store, person, filter, { limit: maxNewer, without: keys }) : null
  const newer = later ? await queued(store, person, later.rows) : []
  return {
    refunds: await queued(store, person, rows),
    ...(opened && { counted: { at: opened.at, isKept: keys !== null, newer, isMore: (later?.next ?? null) !== null } }),
    counts: await refundCounts(matching(store, person, filter)),
    sums: await waitingSums(matching(store, person, filter)),
    facets: await refundFacets(store, person),
    next: next && Buffer.from(JSON.stringify(next)).toString('base64url'),
  }
}

/** Refunds as the list has them. */
async function queued(store: Database, person: Person, rows: readonly RefundRow[]): Promise<QueuedRefund[]> {
  const refunds = await withNames(store, await refundsOf(store, person, rows))
  const others = await otherRequests(store, refunds)
  const sameCard = await sameCards(rows)
  const wentBack = await wentBackTo(store, rows)
  return refunds.map((refund) => ({
    ...refund,
    others: others.get(refund.id) ?? 0,
    sameCard: sameCard.get(refund.id) ?? null,
    wentBack: wentBack.get(refund.id) ?? null,
  }))
}

/** What a cursor says of the row that it stands behind. */
function keysIn(cursor: string): string[] {
  const text = z.string().check(z.regex(/^[^\0]*$/)) // PostgreSQL has no texts with it
  const keys = parsed(z.array(text).check(z.minLength(2), z.maxLength(3)), Buffer.from(cursor, 'base64url').toString())
  if (keys === null) throw unknownCursor()
  return keys
}

/** Names by what is stored of the buyer where the charge carried no e-mail. */
export async function withNames(store: Database, refunds: readonly Refund[]): Promise<Refund[]> {
  const names = new Map<string, string | null>()
  const nameless = refunds.filter(({ charge }) => charge.buyer === null)
  for (const [merchant, some] of groupBy(nameless, (refund) => refund.merchant)) {
    const ids = some.map(({ buyerId }) => buyerId)
    const who = await whoAre(store, merchant, ids)
    for (const { id, buyerId } of some) names.set(id, who(buyerId).title)
  }
  return refunds.map((refund) =>
    names.has(refund.id) ? { ...refund, charge: { ...refund.charge, buyer: names.get(refund.id) ?? null } } : refund,
  )
}

/** For each refund, how many other requests of its buyer were made in the last days that count. */
async function otherRequests(store: Database, refunds: readonly Refund[]): Promise<Map<string, number>> {
  if (refunds.length === 0) return new Map()
  const buyers = [...new Set(refunds.map(({ buyerId }) => buyerId))]
  const all = await store
    .selectFrom('refunds')
    .select(['id', 'merchant', 'buyer_id'])
    .where('buyer_id', 'in', buyers)
    .where('asked_at', '>', new Date(Date.now() - othersDays * dayMs).toISOString())
    .execute()
  const isOther = (one: Refund, other: (typeof all)[number]) =>
    other.merchant === one.merchant && other.buyer_id === one.buyerId && other.id !== one.id
  return new Map(refunds.map((refund) => [refund.id, all.filter((other) => isOther(refund, other)).length]))
}

/** For each refund whose card is known, how many other buyers it was seen with. */
async function sameCards(rows: readonly RefundRow[]): Promise<Map<string, number>> {
  const known = rows.flatMap((row) => {
    const card = cardIn(row)
    return card === null ? [] : [{ id: row.id, merchant: row.merchant, buyerId: row.buyer_id, card }]
  })
  const counts = await countOthersWithCards(known)
  return new Map(known.map(({ id }, place) => [id, counts[place] ?? 0]))
}

type Matching = ReturnType<typeof matching>

async function waitingSums(refunds: Matching): Promise<Money[]> {
  const rows = await refunds.select(['currency', 'amount']).where('state', '=', 'waiting').execute()
  return [...sumByCurrency(rows)].map(([currency, amount]) => ({ currency, amount }))
}

async function refundCounts(refunds: Matching): Promise<RefundCounts> {
  const rows = await refunds
    .select(({ fn }) => ['state', fn.countAll<string | number>().as('count')])
    .groupBy('state')
    .execute()
  const counted = (state: RefundState) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  const counts = Object.fromEntries(refundStates.map((state) => [state, counted(state)])) as Record<RefundState, number>
  const { overdue } = await refunds
    .select(({ fn }) => fn.countAll<string | number>().as('overdue'))
    .where('state', '=', 'waiting')
    .where('waiting_since', '<', new Date(Date.now() - patienceMs).toISOString())
    .executeTakeFirstOrThrow()
  return { ...counts, overdue: Number(overdue) }
}

/** One refund with what a decision rests on. Throws `notFound`. */
export async function refundInDetail(person: Person, id: string): Promise<RefundInDetail> {
  const store = await database()
  const row = await refundRow(store, id)
  requireMerchant(person, row.merchant)
  const [refund] = await withNames(store, await refundsOf(store, person, [row]))
  if (!refund) throw new Error('A refund that was read is gone')
  const ofBuyer = await buyerRefunds(person, row.merchant, row.buyer_id)
  const requested = await requestedOf(store, { merchant: row.merchant, chargeId: row.charge_id, except: id })
  return {
    refund,
    left: subtract(refund.charge.amount, requested),
    others: ofBuyer.filter((other) => other.id !== id),
    sameCard: (await sameCards([row])).get(id) ?? null,
    wentBack: (await wentBackTo(store, [row])).get(id) ?? null,
  }
}

const maxPerBuyer = 200

/** What was asked for a buyer, newest first. */
export async function buyerRefunds(person: Person, merchant: string, buyerId: string): Promise<Refund[]> {
  const store = await database()
  const rows = await store
    .selectFrom('refunds')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .orderBy('asked_at', 'desc')
    .limit(maxPerBuyer)
    .execute()
  return refundsOf(store, person, rows)
}

const ownDays = 7

/** What of the refund desk waits for a person: what they may decide, and what became of their own requests of the last days. */
export async function waitingRefunds(person: Person, decides: boolean): Promise<WaitingRefunds> {
  const store = await database()
  const closed = closedTo(person)
  const since = new Date(Date.now() - ownDays * dayMs).toISOString()
  const own = await store
    .selectFrom('refunds')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .limit(5)
    .execute()
  const mine = await refundsOf(store, person, own)
  if (!decides) return { waiting: 0, overdue: 0, oldest: null, first: null, accounts: [], mine }
  const open = () =>
    store
      .selectFrom('refunds')
      .where('state', '=', 'waiting')
      .where('account_id', '!=', person.accountId)
      .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
  const count = async (query: ReturnType<typeof open>) =>
    Number((await query.select(({ fn }) => fn.countAll<string | number>().as('count')).executeTakeFirstOrThrow()).count)
  const patient = new Date(Date.now() - patienceMs).toISOString()
  const oldest = await open().selectAll().orderBy('waiting_since').orderBy('id').limit(1).execute()
  const [first = null] = await refundsOf(store, person, oldest)
  const accounts = await open().select('merchant').distinct().orderBy('merchant').execute()
  return {
    waiting: await count(open()),
    overdue: await count(open().where('waiting_since', '<', patient)),
    oldest: first?.waitingSince ?? null,
    first,
    accounts: accounts.map(({ merchant }) => merchant),
    mine,
  }
}
