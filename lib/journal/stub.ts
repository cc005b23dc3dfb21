import 'server-only'
import type { Database } from '@/lib/database/open'
import { canonical, firstHash, type JournalRow } from './crypto'
import { signatureIn } from './signature'

/** An entry that its person signed, and the one that enrolled their key: what anybody needs to check it, without the dashboard. */
export type Stub = { stub: 1; entry: JournalRow; before: string; enrolled: JournalRow; enrolledBefore: string }

/** A signed entry as the text of a file. Throws where there's no such entry, or it isn't signed. */
export async function stubOf(store: Database, seq: number): Promise<string> {
  const { row: entry, before } = await entryAt(store, seq)
  const signature = signatureIn(entry)
  if (signature === null) throw new Error(`entry ${seq} isn’t signed`)
  const { row: enrolled, before: enrolledBefore } = await entryAt(store, signature.key)
  const stub: Stub = { stub: 1, entry, before, enrolled, enrolledBefore }
  return `${canonical(stub)}\n`
}

/** The signed entries of actions, oldest first. */
export async function stubsOf(store: Database, actionIds: readonly string[]): Promise<{ seq: number; text: string }[]> {
  if (actionIds.length === 0) return []
  const rows = await store
    .selectFrom('journal')
    .selectAll()
    .where('action_id', 'in', actionIds)
    .where('kind', 'in', ['intent', 'approved', 'pressed'])
    .where('detail', 'like', '%"signature":{%')
    .orderBy('seq')
    .execute()
  const signed = rows.filter((row) => signatureIn(row) !== null)
  return Promise.all(signed.map(async ({ seq }) => ({ seq, text: await stubOf(store, seq) })))
}

async function entryAt(store: Database, seq: number): Promise<{ row: JournalRow; before: string }> {
  const rows = await store
    .selectFrom('journal')
    .selectAll()
    .where('seq', 'in', [seq - 1, seq])
    .execute()
  const row = rows.find((each) => each.seq === seq)
  if (!row) throw new Error(`there is no entry ${seq}`)
  return { row, before: rows.find((each) => each.seq === seq - 1)?.hash ?? firstHash }
}
