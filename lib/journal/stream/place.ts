import 'server-only'
import { createHash } from 'node:crypto'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { mayStillRun, processName } from '@/lib/platform/process-name'
import type { StreamTarget } from '@/lib/platform/storage-env'
import { firstHash } from '../crypto'

export type Place = Tables['journal_streams']

/** Longer than a batch may take, so that the copy that sends has not given it up before it ends. */
const holdMs = 25_000
const firstPauseMs = 1_000
const longestPauseMs = 5 * 60_000

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A digest of where the journal goes. Somewhere else, it begins with the first entry. */
const nameOf = (target: StreamTarget) => createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 16)

/** How far the journal has been sent to a target. */
export async function placeIn(store: Database, target: StreamTarget): Promise<Place> {
  const row = await rowOf(store, target)
  if (row) return row
  const begun = { target: nameOf(target), seq: 0, hash: firstHash, process: '', held_until: '', tries: 0, due_at: '' }
  await store
    .insertInto('journal_streams')
    .values({ ...begun, failed_since: null, why: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return store.selectFrom('journal_streams').selectAll().where('target', '=', begun.target).executeTakeFirstOrThrow()
}

const rowOf = (store: Database, target: StreamTarget) =>
  store.selectFrom('journal_streams').selectAll().where('target', '=', nameOf(target)).executeTakeFirst()

/** Only this copy sends from now on. False where another one does. */
export async function hold(store: Database, { target, seq, process, held_until }: Place): Promise<boolean> {
  const me = processName()
  if (process !== me && held_until > after(0) && mayStillRun(process)) return false
  const { numUpdatedRows } = await store
    .updateTable('journal_streams')
    .set({ process: me, held_until: after(holdMs) })
    .where('target', '=', target)
    .where('seq', '=', seq)
    .where('process', '=', process)
    .where('held_until', '=', held_until)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Where this copy no longer holds the place, another has sent the same, and it stays as that one has written it. */
const mine = (store: Database, { target, seq }: Place) =>
  store.updateTable('journal_streams').where('target', '=', target).where('seq', '=', seq).where('process', '=', processName())

/** The entries up to this one have been taken. */
export const goOn = async (store: Database, place: Place, { seq, hash }: { seq: number; hash: string }): Promise<void> => {
  await mine(store, place)
    .set({ seq, hash, tries: 0, due_at: '', failed_since: null, why: null, held_until: after(holdMs) })
    .execute()
}

/** They have not been taken; they are sent again after a pause that doubles each time. */
export async function recordFailure(store: Database, place: Place, why: string): Promise<void> {
  const due_at = after(Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(place.tries, 16)))
  log.warn({ reason: why, attempt: place.tries + 1 }, 'journal_not_streamed')
  const failed_since = place.failed_since ?? after(0)
  await mine(store, place)
    .set({ tries: place.tries + 1, due_at, failed_since, why, held_until: '' })
    .execute()
}

/** Another copy may send at once. */
export const letGo = async (store: Database, target: StreamTarget): Promise<void> => {
  await store
    .updateTable('journal_streams')
    .set({ held_until: '' })
    .where('target', '=', nameOf(target))
    .where('process', '=', processName())
    .where('held_until', '<>', '')
    .execute()
}

/** How far the stream is behind; null where the journal goes nowhere else. Times are ISO in UTC. */
export async function streamHealth(store: Database, now: number) {
  const target = env().JOURNAL_STREAM
  if (target === null) return null
  const place = await rowOf(store, target)
  const seq = place?.seq ?? 0
  const head = await store.selectFrom('journal_head').select('seq').where('id', '=', 1).executeTakeFirst()
  const oldest = await store.selectFrom('journal').select('at').where('seq', '>', seq).orderBy('seq').limit(1).executeTakeFirst()
  return {
    seq,
    waiting: Math.max(0, (head?.seq ?? 0) - seq),
    lagSeconds: oldest ? Math.max(0, Math.round((now - Date.parse(oldest.at)) / 1_000)) : 0,
    failing: place?.failed_since && place.why ? { since: place.failed_since, why: place.why } : null,
  }
}
