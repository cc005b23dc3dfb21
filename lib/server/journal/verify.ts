import 'server-only'
import type { Verdict } from '@/lib/verdict'
import type { Database } from '../database/open'
import { firstHash, hashOf, signatureOf } from './chain'
import { readCheckpoints } from './checkpoints'

const piece = 1_000

/**
 * Walks the chain: every number there, every hash that of its row, the head signed, and no checkpoint ahead of what is there.
 * What is appended while it walks is not looked at, so it may be asked of a running dashboard.
 */
export async function verify(database: Database, folder: string): Promise<Verdict> {
  const checkpoints = new Map(readCheckpoints(folder).map((checkpoint) => [checkpoint.seq, checkpoint]))
  for (const { seq, hash, signature } of checkpoints.values()) {
    if (signature !== signatureOf(seq, hash)) return broken(seq, `checkpoint ${seq} is not signed with this key`)
  }
  const end = await endOf(database)
  if (end.first !== null && end.first < 1) return broken(end.first, `entry ${end.first} stands before the first`)
  let seq = 0
  let hash = firstHash
  while (seq < (end.last ?? 0)) {
    const rows = await database
      .selectFrom('journal')
      .selectAll()
      .where('seq', '>', seq)
      .where('seq', '<=', end.last)
      .orderBy('seq')
      .limit(piece)
      .execute()
    for (const row of rows) {
      if (row.seq !== seq + 1) return broken(seq + 1, `entry ${seq + 1} is missing`)
      if (hashOf(hash, row) !== row.hash) return broken(row.seq, `entry ${row.seq} is not what was written`)
      const checkpoint = checkpoints.get(row.seq)
      if (checkpoint && checkpoint.hash !== row.hash)
        return broken(row.seq, `entry ${row.seq} is not what checkpoint ${row.seq} signed`)
      seq = row.seq
      hash = row.hash
    }
    if (rows.length === 0) return broken(seq + 1, `entry ${seq + 1} is missing`)
  }
  if (end.seq !== seq || end.hash !== hash)
    return broken(seq + 1, `the journal ends at ${seq}, but its head says ${end.seq ?? 'nothing'}`)
  if (seq > 0 && end.signature !== signatureOf(seq, hash)) return broken(seq, 'the head is not signed with this key')
  const ahead = [...checkpoints.values()].find((checkpoint) => checkpoint.seq > seq)
  if (ahead) return broken(seq + 1, `the journal ends at ${seq}, behind checkpoint ${ahead.seq}`)
  return { whole: true, entries: seq, head: hash }
}

/** First and last entry and what the head says of the last, all of one moment because one statement reads them. */
function endOf(database: Database) {
  return database
    .selectFrom((from) =>
      from
        .selectFrom('journal')
        .select(({ fn }) => [fn.min('seq').as('first'), fn.max('seq').as('last')])
        .as('entries'),
    )
    .leftJoin('journal_head', (join) => join.on('journal_head.id', '=', 1))
    .select(['first', 'last', 'journal_head.seq', 'journal_head.hash', 'journal_head.signature'])
    .executeTakeFirstOrThrow()
}

const broken = (seq: number, why: string): Verdict => ({ whole: false, seq, why })
