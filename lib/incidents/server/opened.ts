import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import { signed } from '@/lib/journal/crypto'
import type { Person } from '@/lib/people/server/sessions'
import { pilotRows } from '../incident'
import type { IncidentTableRow } from './store'

/** `since` names what they're opened for, so that whoever is asked once more opens rows once more. */
type ToOpen = { of: 'plan' | 'pilot'; since: string | null; rows: number[]; opened: number[] }
type Someone = Pick<Person, 'accountId'>

/**
 * The rows that this person opens: before they approve a plan those that are drawn for them, before they continue a run those of its pilot.
 * The journal says which of them they have opened.
 */
export async function rowsToOpen(store: Database, row: IncidentTableRow, person: Someone): Promise<ToOpen> {
  const of = row.state === 'waiting' ? 'plan' : 'pilot'
  const since = of === 'plan' ? row.asked_at : row.started_at
  const rows = of === 'plan' ? await drawnFor(store, row, person) : fromOwnJson<number[]>(row.pilot ?? '[]')
  const opened = await openedBy(store, row, person, { of, since })
  return { of, since, rows, opened: rows.filter((n) => opened.has(n)) }
}

/**
 * One row of each third of those that would go, drawn with the journal's key for this person and request, so that whoever planned it can't
 * know which.
 */
async function drawnFor(store: Database, row: IncidentTableRow, { accountId }: Someone): Promise<number[]> {
  const ready = store
    .selectFrom('incident_rows')
    .where('incident', '=', row.id)
    .where('state', '=', 'ready')
    .where('claimed_at', 'is', null) // what is still on its way isn't approved any more
  const counted = await ready.select(({ fn }) => fn.countAll<string | number>().as('count')).executeTakeFirstOrThrow()
  const count = Number(counted.count)
  const parts = Math.min(pilotRows, count)
  const drawn = Buffer.from(signed(`rows to open ${row.id}:${row.plan_hash}:${row.asked_at}:${accountId}`), 'hex')
  const rows: number[] = []
  for (let part = 0; part < parts; part += 1) {
    const from = Math.floor((part * count) / parts)
    const until = Math.floor(((part + 1) * count) / parts)
    const at = from + (drawn.readUInt32BE(part * 4) % (until - from))
    const { n } = await ready.select('n').orderBy('n').offset(at).limit(1).executeTakeFirstOrThrow()
    rows.push(n)
  }
  return rows
}

type Entry = { did: string; of?: string; since?: string | null; rows?: number[] }

async function openedBy(
  store: Database,
  { id }: IncidentTableRow,
  { accountId }: Someone,
  { of, since }: Pick<ToOpen, 'of' | 'since'>,
): Promise<Set<number>> {
  const entries = await store
    .selectFrom('journal')
    .select('detail')
    .where('action_id', '=', id)
    .where('kind', '=', 'incident')
    .where('account_id', '=', accountId)
    .execute()
  const opened = entries
    .map(({ detail }) => fromOwnJson<Entry>(detail))
    .filter((entry) => ['opened', 'looked'].includes(entry.did) && entry.of === of && entry.since === since)
  return new Set(opened.flatMap(({ rows = [] }) => rows))
}
