import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, database } from '@/lib/database/open'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import type { StreamTarget } from '@/lib/platform/storage-env'
import { firstHash, type JournalRow } from '../crypto'
import { lineOf } from './line'
import { goOn, hold, letGo, type Place, placeIn, recordFailure } from './place'
import { send } from './send'

const maxLines = 500
const maxBytes = 1_024 * 1_024
const lookMs = 1_000
/** Work is put there every quarter of a minute (start-jobs), so that one turn ends before the next is due. */
const turnMs = 12_000

/**
 * Sends what is new in the journal to where it goes as well, in order and for the length of a turn: one copy at a time, and each entry at
 * least once. Rejects with what `signal` aborts with.
 */
export async function streamJournal(signal: AbortSignal): Promise<void> {
  const target = env().JOURNAL_STREAM
  if (target === null) return
  const store = await database()
  const until = performance.now() + turnMs
  try {
    for (;;) {
      const pauseMs = await sendNext(store, target)
      if (pauseMs === null || performance.now() + pauseMs > until) return
      await wait(pauseMs, undefined, { signal }).catch(() => {
        throw signal.reason // the runner knows by it that the work goes on in another piece
      })
    }
  } finally {
    await letGo(store, target)
  }
}

/** One batch. Returns after how many milliseconds there may be another, or null where another copy sends. */
async function sendNext(store: Database, target: StreamTarget): Promise<number | null> {
  const place = await placeIn(store, target)
  const head = await store.selectFrom('journal_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst()
  if (!head || (head.seq === place.seq && (head.hash === place.hash || head.seq === 0))) return lookMs
  const dueMs = Date.parse(place.due_at) - Date.now()
  if (dueMs > 0) return dueMs
  if (!(await hold(store, place))) return null
  const [before, entries] = await entriesAfter(store, place)
  if (before === null) {
    // A backup was restored, or somebody wrote in the database: what is there now is sent as it is, for those who have the rest to see.
    log.error({ reason: `entry ${place.seq} isn’t the one that was sent` }, 'journal_stream_begins_again')
    await goOn(store, place, { seq: 0, hash: firstHash })
    return 0
  }
  const [lines, last] = batchOf(before, entries)
  if (last === undefined) return lookMs
  const why = await send(target, lines)
  if (why === null) await goOn(store, place, last)
  else await recordFailure(store, place, why)
  return 0
}

/** The hash of the entry that was sent last, null where it is no longer there, and those that come after it. */
async function entriesAfter(store: Database, { seq, hash, tries }: Place): Promise<[string | null, JournalRow[]]> {
  // After a failure fewer at once: the collector may take no more, or stumble over a single one.
  const maxRows = Math.max(1, maxLines >> Math.min(tries, 16))
  const rows = await store
    .selectFrom('journal')
    .selectAll()
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(maxRows + 1)
    .execute()
  if (seq === 0) return [firstHash, rows.slice(0, maxRows)]
  const [sent, ...entries] = rows
  return [sent?.seq === seq && sent.hash === hash ? hash : null, entries]
}

function batchOf(before: string, entries: readonly JournalRow[]): [string[], JournalRow | undefined] {
  const lines: string[] = []
  let bytes = 0
  let previous = before
  let last: JournalRow | undefined
  for (const entry of entries) {
    const line = lineOf(entry, previous)
    bytes += Buffer.byteLength(line)
    if (bytes > maxBytes && lines.length > 0) break
    lines.push(line)
    previous = entry.hash
    last = entry
  }
  return [lines, last]
}
