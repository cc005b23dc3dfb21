import 'server-only'
import type { ChainPlace } from '@/lib/core/verdict'
import type { Database } from '@/lib/database/open'
import { readCheckpoints } from './checkpoints'
import { firstHash, hashOf } from './crypto'

/** Where the entries of an action are in the chain, and whether each still fits the one before it. Null for an action without entries. */
export async function placeOf(store: Database, actionId: string, folder: string): Promise<ChainPlace | null> {
  const rows = await store.selectFrom('journal').selectAll().where('action_id', '=', actionId).orderBy('seq').execute()
  const last = rows.at(-1)
  if (!last) return null
  const previous = await store
    .selectFrom('journal')
    .select(['seq', 'hash'])
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq - 1),
    )
    .execute()
  const before = new Map(previous.map(({ seq, hash }) => [seq, hash]))
  const hashBefore = (seq: number) => (seq === 1 ? firstHash : before.get(seq - 1))
  const checkpoint = readCheckpoints(folder)
    .toSorted((a, b) => a.seq - b.seq)
    .find(({ seq }) => seq >= last.seq)
  return {
    entries: rows.map(({ seq }) => seq),
    hash: last.hash,
    previous: hashBefore(last.seq) ?? null,
    isUnbroken: rows.every((row) => hashOf(hashBefore(row.seq) ?? '', row) === row.hash),
    checkpoint: checkpoint ? { seq: checkpoint.seq, at: checkpoint.at } : null,
  }
}
