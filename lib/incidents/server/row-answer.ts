import 'server-only'
import { sql } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { IncidentRow, IncidentRows, RowState } from '../incident'
import { idOfTarget } from './commands'
import type { Predicted } from './predict-row'
import type { IncidentTableRow, RowOfIncident } from './store'

/** What a row is now: on the wire while it's claimed, and left out where the run was stopped before it. */
export function stateNow(
  row: Pick<RowOfIncident, 'state' | 'claimed_at' | 'why'>,
  incident: Pick<IncidentTableRow, 'state' | 'ended_at' | 'paused_as'>,
) {
  if (row.state !== 'ready') return { state: row.state as RowState, why: row.why }
  if (row.claimed_at !== null) return { state: 'claimed' as const, why: null }
  return isStopped(incident) ? { state: 'left-out' as const, why: 'stopped' } : { state: 'ready' as const, why: null }
}

/** Whether what was still to go stays behind. */
export const isStopped = ({ state, ended_at }: Pick<IncidentTableRow, 'state' | 'ended_at'>): boolean =>
  ended_at !== null && (state === 'stopped' || state === 'closed')

/** How many rows the preview says will change; all of them before there is one. */
export const rowsToChange = ({ preview, rows }: Pick<IncidentTableRow, 'preview' | 'rows'>): number =>
  preview === null ? rows : fromOwnJson<{ counts: { 'will-change': number } }>(preview).counts['will-change']

/** How many rows were to change and stayed behind: those a colleague had open for too long, and those after a stop. */
export const leftSince = (row: IncidentTableRow, counts: Record<RowState, number>): number =>
  counts['left-out'] - (row.rows - rowsToChange(row))

type RowQuery = {
  state?: string | undefined
  why?: readonly string[] | undefined
  /** Those that were to go when the preview was made, whatever became of them. */
  planned?: boolean | undefined
  after: number
  limit: number
}

const rowsWith = (store: Database, incident: string) =>
  store
    .selectFrom('incident_rows')
    .leftJoin('actions', (join) =>
      join.onRef('actions.action_id', '=', 'incident_rows.action_id').onRef('actions.incident', '=', 'incident_rows.incident'),
    )
    .selectAll('incident_rows')
    .select(['actions.state as action_state', 'actions.settled_as'])
    .where('incident_rows.incident', '=', incident)

export type RowWithAction = Awaited<ReturnType<ReturnType<typeof rowsWith>['execute']>>[number]

/** Rows by their numbers, in that order. */
export async function rowsNumbered(
  store: Database,
  incident: IncidentTableRow,
  numbers: readonly number[],
): Promise<IncidentRow[]> {
  if (numbers.length === 0) return []
  const rows = await rowsWith(store, incident.id)
    .where('n', 'in', [...numbers])
    .execute()
  return numbers.flatMap((n) => rows.filter((row) => row.n === n).map((row) => rowAnswer(row, incident)))
}

/** Rows of an incident in their order, behind a number; null for all states. */
export async function readRows(store: Database, incident: IncidentTableRow, query: RowQuery): Promise<RowWithAction[]> {
  return narrowed(rowsWith(store, incident.id), incident, query)
    .where('incident_rows.n', '>', query.after)
    .orderBy('incident_rows.n')
    .limit(query.limit)
    .execute()
}

type Query = ReturnType<typeof rowsWith>

/** A state as people see it, in terms of the columns. */
function narrowed(query: Query, incident: IncidentTableRow, { state, why, planned }: RowQuery): Query {
  if (planned)
    return query.where(
      sql<boolean>`(incident_rows.state not in ('planned', 'left-out') or incident_rows.why in ('busy', 'stopped'))`,
    )
  const stopped = isStopped(incident)
  const isFree = sql<boolean>`incident_rows.state = 'ready' and incident_rows.claimed_at is null`
  const byState =
    state === undefined
      ? query
      : state === 'claimed'
        ? query.where('incident_rows.state', '=', 'ready').where('claimed_at', 'is not', null)
        : state === 'ready'
          ? query.where(stopped ? sql<boolean>`1 = 0` : isFree)
          : state === 'left-out' && stopped
            ? query.where(sql<boolean>`(incident_rows.state = 'left-out' or (${isFree}))`)
            : query.where('incident_rows.state', '=', state as 'done')
  if (why === undefined) return byState
  return why.includes('stopped')
    ? byState.where(isFree)
    : byState.where('incident_rows.state', '=', 'left-out').where('incident_rows.why', 'in', [...why])
}

export async function pageOfRows(store: Database, incident: IncidentTableRow, query: RowQuery): Promise<IncidentRows> {
  const found = await readRows(store, incident, { ...query, limit: query.limit + 1 })
  const counting = narrowed(rowsWith(store, incident.id), incident, query).clearSelect()
  const { count } = await counting.select(({ fn }) => fn.countAll<string | number>().as('count')).executeTakeFirstOrThrow()
  const rows = found.slice(0, query.limit)
  return {
    data: rows.map((row) => rowAnswer(row, incident)),
    meta: {
      type: 'collection',
      total: Number(count),
      asOf: new Date().toISOString(),
      next: found.length > query.limit ? String(rows.at(-1)?.n) : null,
    },
  }
}

export const predictedOf = ({ predicted }: Pick<RowOfIncident, 'predicted'>): Predicted | null =>
  predicted === null ? null : fromOwnJson<Predicted>(predicted)

export function rowAnswer(row: RowWithAction, incident: IncidentTableRow): IncidentRow {
  const id = idOfTarget(row.target)
  const isToken = row.target.startsWith('token:')
  const predicted = predictedOf(row)
  const { state, why } = stateNow(row, incident)
  return {
    n: row.n,
    subscriptionId: isToken ? null : id,
    chargeMethodTokenId: isToken ? Number(id) : null,
    buyerId: row.buyer_id ?? row.given_buyer,
    note: row.note,
    state,
    why: why as IncidentRow['why'],
    words: state === 'ready' && row.tries > 0 ? waitsForOther : row.words,
    product: predicted?.product ?? null,
    changes: predicted?.changes.map(({ label, before, asOf, after }) => ({ label, before, beforeAsOf: asOf, after })) ?? [],
    actionId: state === 'planned' || state === 'left-out' ? null : row.action_id,
    settled: settledOf(row),
    at: row.at,
  }
}

const waitsForOther = 'Another action on it was in progress. While the run is on, it’s tried again five minutes after that.'

/** What became of an unconfirmed row since: a late answer, or somebody's word. */
export function settledOf({ state, action_state, settled_as }: Pick<RowWithAction, 'state' | 'action_state' | 'settled_as'>) {
  if (state !== 'unconfirmed') return null
  if (action_state === 'done') return 'happened'
  return action_state === 'refused' || action_state === 'not-sent' ? 'did-not-happen' : settled_as
}
