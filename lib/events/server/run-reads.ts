import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { countEventRead } from '@/lib/platform/metrics'
import { hasRead } from '@/lib/service/account-state'
import { readEvent } from '../reading'
import { reader, type StoredEvent, settleActions } from './settle-actions'

type Wanted = Tables['event_reads']

const holdMs = 60_000
const lookAheadMs = 10_000
const maxEvents = 300
const maxTries = 8

/** Reads again the buyers of whom events make it matter, one after the other and no faster than may be. It only ever reads. */
export async function runReads(signal: AbortSignal): Promise<void> {
  const store = await database()
  for (;;) {
    signal.throwIfAborted()
    const next = await nextOf(store)
    const inMs = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next.due_at) - Date.now()
    if (next === undefined || inMs > lookAheadMs) return
    if (inMs > 0) await rest(inMs, signal)
    else if (await hold(store, next)) await readOrGiveBack(store, next, signal)
  }
}

const rest = (ms: number, signal: AbortSignal) =>
  wait(ms, undefined, { signal }).catch(() => {
    throw signal.reason // the runner knows by it that the work goes on in another piece
  })

const nextOf = (store: Database): Promise<Wanted | undefined> =>
  store.selectFrom('event_reads').selectAll().orderBy('due_at').orderBy('why').limit(1).executeTakeFirst()

const thatRow = (store: Database, { merchant, buyer_id, why }: Wanted) =>
  store.updateTable('event_reads').where('merchant', '=', merchant).where('buyer_id', '=', buyer_id).where('why', '=', why)

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Two copies may want the same: it is whose update succeeds. One that ends meanwhile leaves it to the next, after a while. */
async function hold(store: Database, row: Wanted): Promise<boolean> {
  const { numUpdatedRows } = await thatRow(store, row)
    .set({ due_at: after(holdMs) })
    .where('due_at', '=', row.due_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function readOrGiveBack(store: Database, row: Wanted, signal: AbortSignal): Promise<void> {
  try {
    await readFor(store, row, signal)
  } catch (cause) {
    if (signal.aborted) await goOn(store, row, { tries: row.tries, ms: 0 })
    throw cause
  }
}

async function readFor(store: Database, row: Wanted, signal: AbortSignal): Promise<void> {
  const merchant = env().merchants.find(({ code }) => code === row.merchant)
  const isOver = !merchant || row.tries < 0 || row.tries >= maxTries || env().EVENTS_READS_PER_SECOND === 0
  if (isOver) return forgetWanted(store, row)
  const turn = () => waitForTurn(store, row.merchant, signal)
  const events = await eventsOf(store, row)
  if (row.why === 'action') {
    const left = await settleActions(store, { merchant, buyerId: row.buyer_id, events, turn })
    if (left === 'none') return forgetWanted(store, row)
    // An action that is still on its way isn't unconfirmed yet, and what the service shows may come a little after its event.
    const again =
      left === 'sent' ? { tries: row.tries, ms: 3_000 } : { tries: row.tries + 1, ms: Math.min(4_000 * 3 ** row.tries, 600_000) }
    return void (await goOn(store, row, again))
  }
  const isRead = await readAgain(merchant, row, events, turn)
  // It stays for a minute, so that the same buyer isn't read again before.
  await goOn(store, row, isRead ? { tries: -1, ms: 60_000 } : { tries: row.tries + 1, ms: 10_000 * 3 ** row.tries })
}

/** An event that came meanwhile has set the row anew, and then it stays as that has set it. */
async function goOn(store: Database, row: Wanted, { tries, ms }: { tries: number; ms: number }): Promise<void> {
  await thatRow(store, row)
    .set({ tries, due_at: after(ms) })
    .where('wanted_at', '=', row.wanted_at)
    .execute()
}

async function forgetWanted(store: Database, { merchant, buyer_id, why, wanted_at }: Wanted): Promise<void> {
  await store
    .deleteFrom('event_reads')
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyer_id)
    .where('why', '=', why)
    .where('wanted_at', '=', wanted_at)
    .execute()
}

/** The newest events of a buyer that hold, with what they say. One that was imported is of the past. */
async function eventsOf(store: Database, { merchant, buyer_id }: Wanted): Promise<StoredEvent[]> {
  const rows = await store
    .selectFrom('events')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyer_id)
    .where('state', 'in', ['taken', 'differs'])
    .where('address_id', '<>', 'import')
    .orderBy('received_at', 'desc')
    .limit(maxEvents)
    .execute()
  return rows.flatMap(({ sealed, ...row }) => {
    const reading = readEvent(decryptJson(sealed) as string)
    return 'unreadable' in reading ? [] : [{ ...row, reading }]
  })
}

/** Reads what the newest events are about. Returns whether the service answered. */
async function readAgain(
  merchant: Merchant,
  { buyer_id: buyerId, why }: Wanted,
  events: readonly StoredEvent[],
  turn: () => Promise<void>,
): Promise<boolean> {
  const kinds = new Set(events.slice(0, 20).map(({ reading }) => reading.thing?.kind))
  const person = reader
  try {
    if (kinds.has('subscription') && hasRead(merchant, listSubscriptions)) {
      await turn()
      await askUnmasked(await callFor(listSubscriptions, { person, merchant, params: { buyerId } }))
      countEventRead(why)
    }
    if (kinds.has('charge')) {
      await turn()
      await askUnmasked(await callFor(getChargeHistory, { person, merchant, params: { buyerId } }))
      countEventRead(why)
    }
    return true
  } catch (cause) {
    if (cause instanceof ServiceProblem) return false
    throw cause
  }
}

/** Waits until this account may be read again because of events. The turns are in the database, as copies share them. */
async function waitForTurn(store: Database, merchant: string, signal: AbortSignal): Promise<void> {
  const apartMs = 1_000 / env().EVENTS_READS_PER_SECOND
  for (;;) {
    const at = after(0)
    const { numInsertedOrUpdatedRows } = await store
      .insertInto('desk_settings')
      .values({ name: `events-read ${merchant}`, value: 'null', changed_at: at })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ changed_at: at }).where('desk_settings.changed_at', '<=', after(-apartMs)),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return
    await rest(apartMs / 2, signal)
  }
}
