import 'server-only'
import { hash } from 'node:crypto'
import { dayMs } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import type { RowFault } from '@/lib/core/verdict'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { canonical, type JournalRow } from './crypto'
import { readDetail } from './row-digests'

type Call = Tables['agent_calls']

/** SHA-256 over calls of machines in the order of their time, without the entry that vouches for them. */
export const callsDigest = (calls: readonly Call[]): string =>
  hash(
    'sha256',
    calls
      .toSorted(inOrder)
      .map(({ entry: _, ...call }) => canonical(call))
      .join('\n'),
  )

const inOrder = (one: Call, other: Call) => (one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1)

const keptMs = 400 * dayMs
const maxStray = 20

/** The minutes whose calls are no longer those that their entries were made over. Those that were forgotten in time are none. */
export async function changedCalls(store: Database, entries: readonly JournalRow[], now = Date.now()): Promise<RowFault[]> {
  const faults: RowFault[] = []
  for (const entry of entries) {
    if (entry.kind !== 'machine-calls' || entry.action_id === null) continue
    const detail = readDetail(entry.detail)
    if (!isObject(detail)) continue
    const calls = await store.selectFrom('agent_calls').selectAll().where('entry', '=', entry.action_id).execute()
    const isForgotten = calls.length < Number(detail.calls) && Date.parse(`${detail.minute}:00Z`) < now - keptMs
    if (isForgotten || callsDigest(calls) === detail.sha256) continue
    const why = `its ${calls.length} calls don’t match the ${detail.calls} that entry ${entry.seq} vouches for`
    faults.push({ table: 'agent_calls', id: String(detail.minute), field: null, why })
  }
  return faults
}

/** Calls that look as if an entry vouched for them, which none does. */
export async function strayCalls(store: Database): Promise<RowFault[]> {
  const stray = await store
    .selectFrom('agent_calls')
    .leftJoin('journal', (join) =>
      join.onRef('journal.action_id', '=', 'agent_calls.entry').on('journal.kind', '=', 'machine-calls'),
    )
    .select('agent_calls.id')
    .where('agent_calls.entry', 'is not', null)
    .where('journal.seq', 'is', null)
    .orderBy('agent_calls.at')
    .limit(maxStray)
    .execute()
  return stray.map(({ id }) => ({ table: 'agent_calls', id, field: null, why: 'no entry records it' }))
}

/** How many calls of machines no entry vouches for yet: those of the running minute, and of one that ended just now. */
export async function unchainedCalls(store: Database): Promise<number> {
  const { count } = await store
    .selectFrom('agent_calls')
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('entry', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
