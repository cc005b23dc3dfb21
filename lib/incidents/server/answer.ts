import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { listSubscriptions, listTokens } from '@/lib/operations/queries'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { hasRead } from '@/lib/service/account-state'
import { commandText } from '../command'
import type { Incident, IncidentApproval, IncidentInShort, IncidentPilot, IncidentPreview, RowState } from '../incident'
import { ofTokens } from './commands'
import { changedByYou, hasChanged, lastEdit, mayNow, takeOverFirst } from './may-now'
import { rowsToOpen } from './opened'
import { runnerMay } from './people'
import { carriesMs, lookMs, startWithinMs } from './plan'
import { isStopped, rowsNumbered, rowsToChange } from './row-answer'
import { runOf } from './run-answer'
import { commandIn, type IncidentTableRow, incidentRow } from './store'

type Counts = Record<RowState, number>

const none = { planned: 0, 'left-out': 0, ready: 0, claimed: 0, done: 0, refused: 0, 'not-sent': 0, unconfirmed: 0, moved: 0 }

/** How many rows of each incident are in each state, as people see them. */
export async function countRows(store: Database, incidents: readonly IncidentTableRow[]): Promise<Map<string, Counts>> {
  const counted = new Map<string, Counts>(incidents.map(({ id }) => [id, { ...none }]))
  if (incidents.length === 0) return counted
  // Two reads of indexes alone: a page that is open asks every second, and to read whole rows would hold up everybody in this process.
  const rows = await store
    .selectFrom('incident_rows')
    .select(({ fn }) => ['incident', 'state', fn.countAll<string | number>().as('count')])
    .where('incident', 'in', [...counted.keys()])
    .groupBy(['incident', 'state'])
    .execute()
  const onTheWire = await store
    .selectFrom('incident_rows as r')
    .leftJoin('actions', (join) =>
      join.onRef('actions.action_id', '=', 'r.action_id').onRef('actions.incident', '=', 'r.incident'),
    )
    .select(({ fn }) => ['r.incident', 'actions.state', fn.countAll<string | number>().as('count')])
    .where('r.incident', 'in', [...counted.keys()])
    .where('r.claimed_at', '>', '')
    .where('r.state', '=', 'ready')
    .groupBy(['r.incident', 'actions.state'])
    .execute()
  for (const { incident, state, count } of rows) {
    const counts = counted.get(incident)
    if (counts) counts[state] += Number(count)
  }
  for (const incident of incidents) {
    const counts = counted.get(incident.id) ?? { ...none }
    // What has ended is written with others up to a second later, so a row that was sent is by then in the state of its action.
    for (const { state, count } of onTheWire.filter((row) => row.incident === incident.id)) {
      const sent = Math.min(counts.ready, Number(count))
      counts[state === null || state === 'sent' ? 'claimed' : state] += sent
      counts.ready -= sent
    }
    if (isStopped(incident)) Object.assign(counts, { 'left-out': counts['left-out'] + counts.ready, ready: 0 })
  }
  return counted
}

const sum = (counts: Counts, ...states: RowState[]) => states.reduce((all, state) => all + counts[state], 0)

export function inShort(row: IncidentTableRow, counts: Counts | undefined = none, { accountId }: Person): IncidentInShort {
  const gone = sum(counts, 'done', 'refused', 'not-sent', 'unconfirmed', 'moved')
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    words: commandText(commandIn(row)),
    reason: row.reason,
    ticket: row.ticket,
    plannedBy: row.planned_by,
    mine: row.planned_account === accountId,
    rows: row.rows,
    done: counts.done,
    of: row.preview === null ? gone + sum(counts, 'ready', 'claimed') : rowsToChange(row),
    pausedAs: row.paused_as as IncidentInShort['pausedAs'],
    inverseOf: row.inverse_of,
    madeAt: row.made_at,
    changedAt: row.changed_at,
  }
}

/** `GET /api/desk/incidents/{id}`, and what every step of one answers. */
export async function incidentFor(person: Person, id: string): Promise<Incident> {
  const store = await database()
  const row = await incidentRow(person, id)
  return answerOf(store, person, row)
}

async function answerOf(store: Database, person: Person, row: IncidentTableRow): Promise<Incident> {
  const command = commandIn(row)
  const counts = (await countRows(store, [row])).get(row.id) ?? none
  const work = await store.selectFrom('incident_work').selectAll().where('incident', '=', row.id).executeTakeFirst()
  const read = ofTokens(command) ? listTokens : listSubscriptions
  const may = await mayOf(store, person, row, counts)
  return {
    ...inShort(row, counts, person),
    command,
    rate: row.rate,
    rateApproved: row.rate_approved,
    rateMax: env().INCIDENT_RATE_MAX,
    readEach: row.read_each === 1,
    canRead: hasRead(merchantByCode(row.merchant), read),
    unknown: row.unknown_as,
    making: row.state === 'draft' && work?.previewing === 1 ? { done: work.done, of: row.rows } : null,
    preview: await previewOf(store, row),
    edited: await lastEdit(store, row, person),
    approval: approvalOf(row),
    pilot: await pilotOf(store, row),
    run: await runOf(store, row, counts),
    toOpen: may.decide === null || may.look === null ? await toOpenBy(store, row, person) : null,
    may,
  }
}

async function mayOf(store: Database, person: Person, row: IncidentTableRow, counts: Counts): Promise<Incident['may']> {
  const may = mayNow(row, person, counts)
  if (may.decide === null && (await hasChanged(store, row.id, person))) may.decide = changedByYou
  if (row.run_account === person.accountId || (may.resume !== null && may['go-on'] !== null)) return may
  if (await runnerMay(store, row, person)) return may
  const first = takeOverFirst(row)
  return { ...may, resume: may.resume ?? first, 'go-on': may['go-on'] ?? first }
}

async function toOpenBy(store: Database, row: IncidentTableRow, person: Person): Promise<Incident['toOpen']> {
  const { rows, opened } = await rowsToOpen(store, row, person)
  return { rows: await rowsNumbered(store, row, rows), opened }
}

export type StoredPreview = Omit<IncidentPreview, 'examples' | 'rowsHash' | 'planHash'> & { examples: number[] }

async function previewOf(store: Database, row: IncidentTableRow): Promise<IncidentPreview | null> {
  if (row.preview === null) return null
  const { examples, ...preview } = fromOwnJson<StoredPreview>(row.preview)
  const rows = await rowsNumbered(store, row, examples)
  return { ...preview, examples: rows, rowsHash: row.rows_hash ?? '', planHash: row.plan_hash ?? '' }
}

const later = (at: string | null, ms: number) => (at === null ? null : new Date(Date.parse(at) + ms).toISOString())

function approvalOf(row: IncidentTableRow): IncidentApproval | null {
  if (row.asked_at === null) return null
  const decidedAt = row.decided_as === 'approved' ? row.decided_at : null
  return {
    state: row.decided_as ?? 'waiting',
    askedAt: row.asked_at,
    askedBy: row.asked_by ?? '',
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    note: row.decision_note,
    startUntil: later(decidedAt, startWithinMs),
    carriesUntil: later(decidedAt, carriesMs),
  }
}

async function pilotOf(store: Database, row: IncidentTableRow): Promise<IncidentPilot | null> {
  if (row.pilot === null) return null
  return {
    rows: await rowsNumbered(store, row, fromOwnJson<number[]>(row.pilot)),
    over: row.pilot_over_at !== null,
    lookUntil: later(row.pilot_over_at, lookMs),
    lookedAt: row.looked_at,
    lookedBy: row.looked_by,
  }
}
