import 'server-only'
import { sql } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import { gauges, type RowEnd, type RunTotals, rowsLookedAt } from '../breaker'
import type { IncidentRun, PausedAs, RowState } from '../incident'
import { leftSince } from './row-answer'
import type { IncidentTableRow } from './store'

const ended = ['done', 'refused', 'not-sent', 'unconfirmed', 'moved'] as const
const lookBackMs = 10_000
const paceParts = 12

/** What a run's limits are counted from: its newest outcomes since it was last told to go on, newest first. */
export async function newestEnds(store: Database, { id, resumed_at }: IncidentTableRow): Promise<RowEnd[]> {
  const rows = await store
    .selectFrom('incident_rows')
    .select(['state', 'words', 'why'])
    .where('incident', '=', id)
    .where('at', 'is not', null)
    .$if(resumed_at !== null, (query) => query.where('at', '>', resumed_at ?? ''))
    .orderBy('at', 'desc')
    .orderBy('n', 'desc')
    .limit(rowsLookedAt)
    .execute()
  return rows.map(({ state, words, why }) => ({ state: state as RowEnd['state'], words, stop: stopIn(why) }))
}

/**
 * When the newest row ended that somebody has before them who lets a run go on; null where none has. It's by the clock of the copy that runs
 * it: by another's, which may be ahead, errors that come right afterwards would pass for known ones.
 */
export async function newestEnd(store: Database, incident: string): Promise<string | null> {
  const { at } = await store
    .selectFrom('incident_rows')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('incident', '=', incident)
    .executeTakeFirstOrThrow()
  return at
}

const stopIn = (why: string | null): RowEnd['stop'] => (why === 'keys-refused' || why === 'service-away' ? why : null)

/** The errors that somebody has seen: those of the pilot, and those before it was last told to go on. */
export async function knownErrors(store: Database, incident: IncidentTableRow): Promise<Set<string>> {
  const pilot = incident.pilot === null ? [] : fromOwnJson<number[]>(incident.pilot)
  const rows = await store
    .selectFrom('incident_rows')
    .select('words')
    .distinct()
    .where('incident', '=', incident.id)
    .where('state', 'in', ['refused', 'not-sent'])
    .where((is) => is.or([is('at', '<=', incident.resumed_at ?? ''), ...(pilot.length > 0 ? [is('n', 'in', pilot)] : [])]))
    .execute()
  return new Set(rows.map(({ words }) => words ?? ''))
}

/** The same from the database. */
export async function totalsIn(store: Database, id: string): Promise<RunTotals> {
  const rows = await store
    .selectFrom('incident_rows')
    .select(({ fn }) => ['state', fn.countAll<string | number>().as('count')])
    .where('incident', '=', id)
    .where('state', 'in', [...ended])
    .groupBy('state')
    .execute()
  const count = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { ended: ended.reduce((all, state) => all + count(state), 0), refused: count('refused') }
}

const totalsOf = (counts: Record<RowState, number>): RunTotals => ({
  ended: ended.reduce((all, state) => all + counts[state], 0),
  refused: counts.refused,
})

export async function runOf(
  store: Database,
  row: IncidentTableRow,
  counts: Record<RowState, number>,
): Promise<IncidentRun | null> {
  if (row.started_at === null) return null
  const ends = await newestEnds(store, row)
  const { recent } = await store
    .selectFrom('incident_rows')
    .select(({ fn }) => fn.countAll<string | number>().as('recent'))
    .where('incident', '=', row.id)
    .where('at', '>', new Date(Date.now() - lookBackMs).toISOString())
    .executeTakeFirstOrThrow()
  const left = counts.ready + counts.claimed
  return {
    by: row.run_by ?? '',
    ...(await peopleOf(store, row)),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    generation: row.generation,
    counts,
    reasons: await rowsLeft(store, row, counts),
    settled: await settledRows(store, row, counts),
    speed: Number(recent) === 0 || row.state !== 'running' ? null : Number(recent) / (lookBackMs / 1_000),
    pace: await paceOf(store, row),
    leftMs: row.state === 'running' ? Math.ceil((left * 1_000) / row.rate) : null,
    breaker: gauges(ends, totalsOf(counts), await knownErrors(store, row)),
    paused:
      row.paused_as === null || (row.state !== 'paused' && row.state !== 'waiting')
        ? null
        : { as: row.paused_as as PausedAs, at: row.paused_at ?? '', by: row.paused_by, why: row.paused_why },
  }
}

/** Whoever runs it may have taken it over, and an approval that is asked for again takes the place of the one before: the journal has all. */
async function peopleOf(store: Database, { id, run_by, ended_at, trips }: IncidentTableRow) {
  const people: Pick<IncidentRun, 'startedBy' | 'decisions' | 'trips'> = { startedBy: run_by ?? '', decisions: [], trips }
  if (ended_at === null) return people
  people.trips = 0 // an approval that is asked for again counts them anew
  const entries = await store
    .selectFrom('journal')
    .select(['person', 'detail', 'at'])
    .where('action_id', '=', id)
    .where('kind', '=', 'incident')
    .orderBy('seq')
    .execute()
  for (const { person, detail, at } of entries) {
    const { did, as, note = null } = fromOwnJson<{ did: string; as?: string; note?: string | null }>(detail)
    if (did === 'started') people.startedBy = person
    if (did === 'approved' || did === 'declined') people.decisions.push({ as: did, by: person, at, note })
    if (did === 'paused' && as === 'breaker') people.trips += 1
  }
  return people
}

/** How many rows without an answer are known by now, by a late answer or somebody's word. */
async function settledRows(
  store: Database,
  { id }: IncidentTableRow,
  { unconfirmed }: Record<RowState, number>,
): Promise<number> {
  if (unconfirmed === 0) return 0
  const { count } = await store
    .selectFrom('incident_rows')
    .innerJoin('actions', (join) =>
      join.onRef('actions.action_id', '=', 'incident_rows.action_id').onRef('actions.incident', '=', 'incident_rows.incident'),
    )
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('incident_rows.incident', '=', id)
    .where('incident_rows.state', '=', 'unconfirmed')
    .where((is) => is.or([is('actions.settled_as', 'is not', null), is('actions.state', 'not in', ['sent', 'unconfirmed'])]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of a run that is on: how many rows ended in each ten seconds, of which an ISO moment without its last second and what follows is the name. */
async function paceOf(store: Database, { id, state, started_at }: IncidentTableRow): Promise<IncidentRun['pace']> {
  if (state !== 'running' && state !== 'paused') return null
  const last = Math.floor(Date.now() / lookBackMs)
  const first = Math.max(last - paceParts + 1, Math.floor(Date.parse(started_at ?? '') / lookBackMs))
  const begins = (part: number) => new Date(part * lookBackMs).toISOString()
  const part = sql<string>`substr(at, 1, 18)`
  const rows = await store
    .selectFrom('incident_rows')
    .select(({ fn }) => [part.as('part'), fn.countAll<string | number>().as('count')])
    .where('incident', '=', id)
    .where('at', '>=', begins(first))
    .groupBy(part)
    .execute()
  const counts = new Map(rows.map((row) => [row.part, Number(row.count)]))
  const parts = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return { from: begins(first), counts: parts.map((each) => counts.get(begins(each).slice(0, 18)) ?? 0) }
}

/**
 * How many rows were to change and stayed behind, by reason. Looked for only where more are left out than by the preview: to look reads every row
 * that is. Once what wasn't sent goes again, those that a stop left are written down as such.
 */
async function rowsLeft(
  store: Database,
  row: IncidentTableRow,
  counts: Record<RowState, number>,
): Promise<IncidentRun['reasons']> {
  const left = leftSince(row, counts)
  if (left <= 0) return {}
  const { busy } = await store
    .selectFrom('incident_rows')
    .select(({ fn }) => fn.countAll<string | number>().as('busy'))
    .where('incident', '=', row.id)
    .where('state', '=', 'left-out')
    .where('why', '=', 'busy')
    .executeTakeFirstOrThrow()
  return { busy: Number(busy), stopped: left - Number(busy) }
}
