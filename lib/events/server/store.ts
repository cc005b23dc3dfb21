import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { groupBy } from '@/lib/core/group-by'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { putSoon } from '@/lib/jobs/put-soon'
import { encryptJson } from '@/lib/journal/crypto'
import { singleton } from '@/lib/platform/singleton'
import { isTestEvent } from '../test-event'
import { countHours, type HourCount } from './hours'

/** The address of what somebody gave from a file: it is of the past. */
export const imported = 'import'

/** What came, and at which address. */
export type Receipt = { merchant: string; addressId: string; text: string }

type Waiting = { receipt: Receipt; done: () => void; failed: (cause: unknown) => void }
const gatherMs = 5

/**
 * Stores an event as it came. Those that come within a few milliseconds, or while others are being stored, are one transaction: each costs a
 * flush of the disk, and two at once would wait for each other, since both count. The promise is kept once it is committed. Nothing of them
 * is read yet: a job does that.
 */
export function receive(receipt: Receipt): Promise<void> {
  const state = singleton('events-arriving', (): Arriving => ({ waiting: [], isStoring: false }))
  return new Promise((done, failed) => {
    state.waiting.push({ receipt, done, failed })
    if (state.isStoring) return
    state.isStoring = true
    setTimeout(() => void storeWaiting(state), gatherMs)
  })
}

type Arriving = { waiting: Waiting[]; isStoring: boolean }

/** Receipts are stored in small pieces, so that other requests are served in between. */
const maxAtOnce = 25

async function storeWaiting(state: Arriving): Promise<void> {
  while (state.waiting.length > 0) {
    const some = state.waiting.splice(0, maxAtOnce)
    try {
      await storeAll(some.map(({ receipt }) => receipt))
      for (const { done } of some) done()
    } catch (cause) {
      // Whoever has waited behind them doesn't wait as long again for a database that can't be written.
      for (const { failed } of [...some, ...state.waiting.splice(0)]) failed(cause)
    }
    await setImmediate()
  }
  state.isStoring = false
}

/** Stores events in one transaction. */
export async function storeAll(receipts: readonly Receipt[]): Promise<void> {
  const at = new Date().toISOString()
  const rows = new Map<string, Tables['events']>()
  for (const receipt of receipts) {
    const row = rowOf(receipt, at)
    const before = rows.get(row.merchant + row.key)
    rows.set(row.merchant + row.key, { ...row, copies: (before?.copies ?? 0) + 1 })
  }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await tx
      .insertInto('events')
      // In one order for every process: two that store the same event then wait for each other instead of locking up.
      .values([...rows.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      .onConflict((conflict) =>
        conflict.columns(['merchant', 'key', 'digest']).doUpdateSet((old) => ({
          copies: old('events.copies', '+', old.ref('excluded.copies')),
          last_received_at: at,
        })),
      )
      .execute()
    await countHours(tx, receivedIn(receipts.filter(({ text }) => !isTestEvent(text)))) // a test counts for nothing
    await putSoon(tx, 'events')
  })
}

function receivedIn(receipts: readonly Receipt[]): HourCount[] {
  const byMerchant = groupBy(
    receipts.filter(({ addressId }) => addressId !== imported),
    ({ merchant }) => merchant,
  )
  return [...byMerchant].map(([merchant, some]) => ({ merchant, what: 'received', count: some.length }))
}

/** Until it is read its key is that of its bytes: the service posts the same bytes again where it has got no answer. */
function rowOf({ merchant, addressId, text }: Receipt, at: string): Tables['events'] {
  const digest = createHash('sha256').update(text).digest('hex')
  return {
    id: randomUUID(),
    merchant,
    address_id: addressId,
    received_at: at,
    last_received_at: at,
    copies: 1,
    key: `bytes ${digest}`,
    digest,
    state: 'received',
    type: null,
    action: null,
    entity: null,
    buyer_id: null,
    provider: null,
    said_at: null,
    why: null,
    proved: null,
    sealed: encryptJson(text),
    replayed_at: null,
  }
}

const keptDays = 30
const piece = 500

/** Forgets the events that last came thirty days ago. What was read from them stays as long as the directory's entries do. */
export async function forgetOldEvents(now = Date.now()): Promise<void> {
  const store = await database()
  const before = new Date(now - keptDays * 86_400_000).toISOString()
  await store.deleteFrom('event_hours').where('hour', '<', before.slice(0, 13)).execute()
  for (let forgotten = piece; forgotten === piece; ) {
    const old = store.selectFrom('events').select('id').where('last_received_at', '<', before).limit(piece)
    const { numDeletedRows } = await store.deleteFrom('events').where('id', 'in', old).executeTakeFirst()
    forgotten = Number(numDeletedRows)
  }
}
