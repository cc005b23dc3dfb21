import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { askUnmasked, callFor } from '@/lib/calls/call'
import { ServiceProblem } from '@/lib/core/problem'
import type { ReadReason } from '@/lib/database/event-tables'
import { type Database, database } from '@/lib/database/open'
import { decryptJson } from '@/lib/journal/crypto'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { env, zoneOf } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { countEventRead } from '@/lib/platform/metrics'
import { hasRead } from '@/lib/service/account-state'
import { readEvent } from '../reading'
import { forgetRead, nextDue, type PendingRead, readLater, takeDue } from './pending-reads'
import { reader, type StoredEvent, settleActions } from './settle-actions'

const lookAheadMs = 10_000
const lookAgainMs = 500
const maxEvents = 300
const maxTries = 8
/** Of one account at once. The service is asked no more often by it, but a slow answer keeps fewer others waiting. */
const lanes = 3

/** Reads again the buyers of whom events make it matter, of each account no faster than may be. It only ever reads. */
export async function runReads(signal: AbortSignal): Promise<void> {
  const store = await database()
  const { merchants } = env()
  const codes = merchants.map(({ code }) => code)
  await store.deleteFrom('event_reads').where('merchant', 'not in', codes).execute()
  const idle = new Set<string>()
  const isOver = (code: string, isIdle: boolean) => {
    if (isIdle) idle.add(code)
    else idle.delete(code)
    return idle.size === codes.length
  }
  await allOver(merchants.map((merchant) => runAccount({ store, merchant, signal }, (isIdle) => isOver(merchant.code, isIdle))))
}

/** Waits until all have ended, and then fails as the first that has. */
async function allOver(running: Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(running)) if (outcome.status === 'rejected') throw outcome.reason
}

type Account = { store: Database; merchant: Merchant; signal: AbortSignal }

/** `isOver` is told whether the account has nothing to do, and says whether no other one has: until then it looks for what is new. */
async function runAccount(account: Account, isOver: (isIdle: boolean) => boolean): Promise<void> {
  const { store, merchant, signal } = account
  const maxReads = Math.max(lanes, env().EVENTS_READS_PER_SECOND)
  const taken: PendingRead[] = []
  const take = async (): Promise<boolean> => {
    for (;;) {
      signal.throwIfAborted()
      taken.push(...(await takeDue(store, merchant.code, maxReads)))
      const inMs = taken.length > 0 ? 0 : await nextDue(store, merchant.code)
      if (isOver(inMs > lookAheadMs)) return false
      if (taken.length > 0) return true
      await rest(Math.min(Math.max(inMs, 1), lookAgainMs), signal)
    }
  }
  let taking: Promise<boolean> | null = null
  const takeOnce = () => {
    taking ??= take().finally(() => (taking = null))
    return taking
  }
  const turn = turnsOf(account)
  const lane = async () => {
    while (taken.length > 0 || (await takeOnce())) {
      const row = taken.shift()
      if (row) await readOrGiveBack(account, row, turn)
    }
  }
  try {
    await allOver(Array.from({ length: lanes }, lane))
  } finally {
    for (const row of taken) await readLater(store, row, { tries: row.tries, ms: 0 })
  }
}

const rest = (ms: number, signal: AbortSignal) =>
  wait(ms, undefined, { signal }).catch(() => {
    throw signal.reason // the runner knows by it that the work goes on in another piece
  })

async function readOrGiveBack(account: Account, row: PendingRead, turn: () => Promise<void>): Promise<void> {
  try {
    account.signal.throwIfAborted()
    await readFor(account, row, turn)
  } catch (cause) {
    if (account.signal.aborted) await readLater(account.store, row, { tries: row.tries, ms: 0 })
    throw cause
  }
}

async function readFor({ store, merchant }: Account, row: PendingRead, turn: () => Promise<void>): Promise<void> {
  if (row.tries < 0 || row.tries >= maxTries || env().EVENTS_READS_PER_SECOND === 0) return forgetRead(store, row)
  const events = await eventsOf(store, row)
  const ask = askingOnce(turn, row.why)
  if (row.why === 'action') {
    const left = await settleActions(store, { merchant, buyerId: row.buyer_id, events, ask })
    if (left === 'none') return forgetRead(store, row)
    // An action that is still on its way isn't unconfirmed yet, and what the service shows may come a little after its event.
    const again =
      left === 'sent' ? { tries: row.tries, ms: 3_000 } : { tries: row.tries + 1, ms: Math.min(4_000 * 3 ** row.tries, 600_000) }
    return readLater(store, row, again)
  }
  const isRead = await readAgain(merchant, row, events, ask)
  // It stays for a minute, so that the same buyer isn't read again before.
  await readLater(store, row, isRead ? { tries: -1, ms: 60_000 } : { tries: row.tries + 1, ms: 10_000 * 3 ** row.tries })
}

/** Asks the service as `askUnmasked` does, in its turn, and the same question once: one answer shows all that is open on a buyer. */
function askingOnce(turn: () => Promise<void>, why: ReadReason): typeof askUnmasked {
  const answers = new Map<string, Promise<unknown>>()
  return (call) => {
    const question = JSON.stringify([call.operation.name, call.params, call.search])
    const ask = async () => {
      await turn()
      countEventRead(why)
      return askUnmasked(call)
    }
    const answer = answers.get(question) ?? ask()
    answers.set(question, answer)
    return answer as ReturnType<typeof askUnmasked<(typeof call)['operation']>> // what was asked of it before
  }
}

/** The newest events of a buyer that hold, with what they say. One that was imported is of the past. */
async function eventsOf(store: Database, { merchant, buyer_id }: PendingRead): Promise<StoredEvent[]> {
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
    const reading = readEvent(decryptJson(sealed) as string, zoneOf(merchant))
    return 'unreadable' in reading ? [] : [{ ...row, reading }]
  })
}

/** Reads what the newest events are about. Returns whether the service answered. */
async function readAgain(
  merchant: Merchant,
  { buyer_id: buyerId }: PendingRead,
  events: readonly StoredEvent[],
  ask: typeof askUnmasked,
): Promise<boolean> {
  const kinds = new Set(events.slice(0, 20).map(({ reading }) => reading.thing?.kind))
  const person = reader
  try {
    if (kinds.has('subscription') && hasRead(merchant, listSubscriptions))
      await ask(await callFor(listSubscriptions, { person, merchant, params: { buyerId } }))
    if (kinds.has('charge')) await ask(await callFor(getChargeHistory, { person, merchant, params: { buyerId } }))
    return true
  } catch (cause) {
    if (cause instanceof ServiceProblem) return false
    throw cause
  }
}

/** Turns are taken from the database for a tenth of a second at once, where there are as many: each taking is a write. */
const takingsPerSecond = 10

/**
 * Waits until this account may be read again because of events. The turns are in the database, as copies share them. One that nobody has used when those
 * taken with it are over is lost, so that they are never made up for in a rush.
 */
function turnsOf({ store, merchant, signal }: Account): () => Promise<void> {
  const rate = env().EVENTS_READS_PER_SECOND
  const count = Math.ceil(rate / takingsPerSecond)
  const forMs = Math.ceil((count * 1_000) / rate)
  let turns: number[] = []
  let until = 0
  const reserve = async () => {
    const from = await reserveTurns(store, `events-read ${merchant.code}`, forMs)
    if (from === null) return
    until = from + forMs
    turns = Array.from({ length: count }, (_, number) => from + (number * 1_000) / rate)
  }
  let reserving: Promise<void> | null = null
  return async () => {
    for (;;) {
      const at = Date.now() > until ? undefined : turns.shift()
      if (at !== undefined) return rest(Math.max(0, at - Date.now()), signal)
      signal.throwIfAborted()
      reserving ??= reserve().finally(() => (reserving = null))
      await reserving
    }
  }
}

/** Takes the turns of the next so many milliseconds that are free, unless another copy was quicker. Returns when they begin. */
async function reserveTurns(store: Database, name: string, forMs: number): Promise<number | null> {
  const row = await store.selectFrom('desk_settings').select('changed_at').where('name', '=', name).executeTakeFirst()
  const from = Math.max(Date.now(), row ? Date.parse(row.changed_at) : 0)
  const changed_at = new Date(from + forMs).toISOString()
  if (row) {
    const update = store.updateTable('desk_settings').set({ changed_at }).where('name', '=', name)
    const { numUpdatedRows } = await update.where('changed_at', '=', row.changed_at).executeTakeFirst()
    return numUpdatedRows === 1n ? from : null
  }
  const insert = store.insertInto('desk_settings').values({ name, value: 'null', changed_at })
  const { numInsertedOrUpdatedRows } = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n ? from : null
}
