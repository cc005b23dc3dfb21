import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { commandText, type IncidentCommand } from '../command'
import type { IncidentState, WaitingIncident } from '../incident'
import { countRows } from './answer'
import { hasChanged } from './may-now'
import { rowsToChange } from './row-answer'
import type { IncidentTableRow } from './store'

const maxCounted = 1_000

/** The incidents of a merchant account that aren't closed, by their ids, and since when the oldest is there. */
export async function keysOfOpenIncidents(merchant: string) {
  const rows = await (await database())
    .selectFrom('incidents')
    .select(['id', 'made_at'])
    .where('merchant', '=', merchant)
    .where('state', '!=', 'closed')
    .orderBy('made_at')
    .limit(maxCounted + 1)
    .execute()
  const keys = rows.slice(0, maxCounted).map(({ id }) => id)
  return { keys, count: keys.length, isMore: rows.length > maxCounted, oldest: rows[0]?.made_at ?? null }
}

/** An incident for a list of what is open: what it does, who planned it and when. */
export type OpenIncident = { id: string; words: string; person: string; ticket: string | null; at: string }

/** Those that aren't closed, the oldest first; of one person alone where their account is named. */
export async function openIncidents(
  store: Database,
  merchant: string,
  own: string | null,
  limit: number,
): Promise<OpenIncident[]> {
  const rows = await store
    .selectFrom('incidents')
    .select(['id', 'command', 'planned_by', 'ticket', 'made_at'])
    .where('merchant', '=', merchant)
    .where('state', '!=', 'closed')
    .$if(own !== null, (query) => query.where('planned_account', '=', own ?? ''))
    .orderBy('made_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, command, planned_by, ticket, made_at }) => ({
    id,
    words: commandText(fromOwnJson<IncidentCommand>(command)),
    person: planned_by,
    ticket,
    at: made_at,
  }))
}

const waitingStates = ['waiting', 'approved', 'draft', 'look', 'paused'] as const

/** Those that wait for this person: of their merchant accounts, to be decided, or planned, approved or run by them and standing still. */
export async function incidentsWaitingFor(person: Person): Promise<WaitingIncident[]> {
  const merchants = merchantsOf(person).map(({ code }) => code)
  if (!may(person.role, 'planIncident') || merchants.length === 0) return []
  const store = await database()
  const rows = await store
    .selectFrom('incidents')
    .selectAll()
    .where('state', 'in', waitingStates)
    .where('merchant', 'in', merchants)
    .orderBy('changed_at')
    .limit(200)
    .execute()
  const waiting: WaitingIncident[] = []
  for (const row of rows) {
    const waits = waitsFor(row, person)
    if (waits === null || (waits.waitsFor === 'decision' && (await hasChanged(store, row.id, person)))) continue
    const { id, merchant, command, reason, ticket } = row
    const words = commandText(fromOwnJson<IncidentCommand>(command))
    waiting.push({ id, merchant, words, reason, ticket, rows: await rowsOf(store, row), ...waits })
  }
  return waiting
}

/** Those that would go: of a run that waits for approval again what is left. */
async function rowsOf(store: Database, row: IncidentTableRow): Promise<number> {
  if (row.started_at === null || row.state !== 'waiting') return rowsToChange(row)
  return (await countRows(store, [row])).get(row.id)?.ready ?? 0
}

type Waits = Pick<WaitingIncident, 'waitsFor' | 'person' | 'why' | 'at'>

/** What an incident waits for from a person; null where it's for somebody else, or goes on by itself. */
function waitsFor(row: IncidentTableRow, { accountId, role }: Person): Waits | null {
  const isPlanned = row.planned_account === accountId
  const decided = { person: row.decided_by ?? '', why: row.decision_note, at: row.decided_at ?? row.changed_at }
  if (row.state === 'waiting') {
    const isOwn = isPlanned || row.asked_account === accountId
    const step = { person: row.asked_by ?? '', why: null, at: row.asked_at ?? row.made_at }
    return isOwn || !may(role, 'decideIncident') ? null : { waitsFor: 'decision', ...step }
  }
  if (row.state === 'approved') return isPlanned ? { waitsFor: 'start', ...decided } : null
  if (row.state === 'draft') return isPlanned && row.decided_as === 'declined' ? { waitsFor: 'change', ...decided } : null
  const isRun = row.run_account === accountId
  const runs = { person: row.run_by ?? '' }
  if (row.state === 'look')
    return isRun ? { waitsFor: 'look', ...runs, why: null, at: row.pilot_over_at ?? row.changed_at } : null
  const isConcerned = isPlanned || isRun || row.decided_account === accountId
  if (row.paused_by !== null || row.paused_as === 'again' || !isConcerned) return null
  return { waitsFor: 'resume', ...runs, why: row.paused_why, at: row.paused_at ?? row.changed_at }
}

/** The states that incidents have now, by id. */
export async function incidentStatesOf(store: Database, ids: readonly string[]): Promise<Map<string, IncidentState>> {
  if (ids.length === 0) return new Map()
  const rows = await store.selectFrom('incidents').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}
