import 'server-only'
import * as z from 'zod/mini'
import { daysAfter, iso, startOfDay } from '@/lib/core/dates'
import { parsed } from '@/lib/core/json'
import { maskEmail, maskName } from '@/lib/core/masking'
import { invalid, problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { zoneOf } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import type { EventFilter, EventInDetail, EventPage, EventShown } from '../event-list'
import { rawShown } from '../raw-text'
import { type Reading, readEvent } from '../reading'
import { countedEvents, providerMeant } from './counted-events'

/** Days are the merchant account's, both included. */
type EventQuery = EventFilter & { buyerId?: string | undefined; from?: string | undefined; to?: string | undefined }
type Position = { limit: number; after: string | null }

const shown = ['id', 'received_at', 'copies', 'action', 'buyer_id', 'said_at', 'state', 'why', 'proved'] as const

/** The events of a merchant account that came and fit a filter, newest first, a piece at a time. Throws `invalid`. */
export async function listEvents(
  { code, timeZone }: Merchant,
  filter: EventQuery,
  { limit, after }: Position,
): Promise<EventPage> {
  const { state, action, buyerId, from, to, counted, since, until, provider } = filter
  const behind = after === null ? null : keysIn(after)
  const store = await database()
  let query = store.selectFrom('events').select(shown).where('merchant', '=', code)
  if (state === 'left') query = query.where('state', 'in', ['differs', 'foreign', 'unreadable'])
  else if (state) query = query.where('state', '=', state)
  if (action) query = query.where('action', '=', action)
  if (buyerId) query = query.where('buyer_id', '=', buyerId)
  if (from) query = query.where('received_at', '>=', iso(startOfDay(from, timeZone)))
  if (to) query = query.where('received_at', '<', iso(startOfDay(daysAfter(to, 1), timeZone)))
  if (counted) query = query.where(countedEvents[counted](until ?? iso(Date.now())))
  if (since) query = query.where('received_at', '>', since)
  if (until) query = query.where('received_at', '<=', until)
  if (provider) query = query.where('provider', '=', await providerMeant(store, code, provider, { since, until }))
  if (behind)
    query = query
      .where('received_at', '<=', behind.at)
      .where((is) => is.or([is('received_at', '<', behind.at), is('id', '<', behind.id)]))
  const rows = await query
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const next = last ? Buffer.from(JSON.stringify([last.received_at, last.id])).toString('base64url') : null
  return { data: await asShown(store, code, page), meta: { type: 'collection', asOf: iso(Date.now()), next } }
}

function keysIn(cursor: string): { at: string; id: string } {
  const text = z.string().check(z.regex(/^[\w:.-]{1,64}$/))
  const keys = parsed(z.tuple([text, text]), Buffer.from(cursor, 'base64url').toString())
  if (keys === null) throw invalid([{ field: 'after', title: 'Unknown cursor. Use one from an earlier answer.' }])
  return { at: keys[0], id: keys[1] }
}

type Row = Pick<Tables['events'], (typeof shown)[number]>

/** Of another account’s event nobody is named: whose buyer it is isn't known. */
async function asShown(store: Database, merchant: string, rows: readonly Row[]): Promise<EventShown[]> {
  const named = rows.flatMap(({ buyer_id, state }) => (buyer_id === null || state === 'foreign' ? [] : [buyer_id]))
  const who = await whoAre(store, merchant, named)
  return rows.map(({ received_at, buyer_id, said_at, proved, ...row }) => ({
    ...row,
    receivedAt: received_at,
    buyerId: buyer_id,
    who: buyer_id === null || row.state === 'foreign' ? null : who(buyer_id).title,
    saidAt: said_at,
    settled: proved !== null,
  }))
}

/** An event of a merchant account with what it says. Throws `notFound`. */
export async function eventInDetail(merchant: string, id: string): Promise<EventInDetail> {
  const store = await database()
  const row = await store
    .selectFrom('events')
    .leftJoin('event_addresses', 'event_addresses.id', 'events.address_id')
    .select(shown.map((column) => `events.${column}` as const))
    .select(['events.last_received_at', 'events.sealed', 'event_addresses.tail'])
    .where('events.merchant', '=', merchant)
    .where('events.id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that event. Events are kept for 30 days.')
  const { sealed, tail, last_received_at, ...rest } = row
  const text = decryptJson(sealed) as string
  const reading = readEvent(text, zoneOf(merchant))
  const isJson = parsed(z.unknown(), text.replace(/^\uFEFF/, '')) !== null
  const [event] = await asShown(store, merchant, [rest])
  return {
    ...(event as EventShown),
    lastReceivedAt: last_received_at,
    addressTail: tail,
    said: 'unreadable' in reading ? [] : saidIn(reading),
    raw: isJson ? rawShown(text) : null,
    bytes: Buffer.byteLength(text),
    settledAction: rest.proved,
  }
}

function saidIn({ type, action, merchant, buyer, thing, saidAt }: Reading): [string, string][] {
  const money = (amount: string | null, currency: string | null) => amount && [amount, currency].filter(Boolean).join(' ')
  const autocharge = thing?.kind === 'subscription' ? thing.of.autocharge : null
  const ofThing: Record<string, string | null> =
    thing?.kind === 'subscription'
      ? {
          Subscription: thing.of.id,
          Status: thing.of.status,
          'End date': thing.of.endDate,
          Autocharge: autocharge === null ? null : autocharge ? 'on' : 'off',
          Product: thing.of.productName ?? thing.of.productCode,
          Price: money(thing.of.price, thing.of.currency),
          Charge: thing.of.chargeId,
        }
      : {
          Charge: thing?.of.id ?? null,
          Status: thing?.of.status ?? null,
          Order: thing?.of.orderId ?? null,
          Amount: money(thing?.of.amount ?? null, thing?.of.currency ?? null),
          Card: thing?.of.lastFour ? `•••• ${thing.of.lastFour}` : null,
          Provider: thing?.of.provider ?? null,
          Decline: thing?.of.decline ?? null,
          'Service fee': thing?.of.isServiceFee ? 'yes' : null,
        }
  const all: Record<string, string | null> = {
    Type: type,
    Action: action,
    Account: merchant,
    'Said at': saidAt,
    Buyer: buyer.id,
    'E-mail': buyer.email && maskEmail(buyer.email),
    Name: buyer.name && maskName(buyer.name),
    ...ofThing,
  }
  return Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '')
}
