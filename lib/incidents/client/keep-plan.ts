import { request } from '@/lib/client/request'
import { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { ListFilter, ListName } from '@/lib/lists/lists'
import type { IncidentCommand } from '../command'
import type { Incident } from '../incident'
import { plural } from '../incident-words'
import { chunkRows, type GivenRow, type PastedRow, type TargetKind } from '../pasted'
import { versionHeader } from './incident-queries'

/** Facts by which subscriptions are found; what isn't named isn't asked. Days are the service's. */
export type FactsFilter = { status?: string; autocharge?: boolean; product?: string; endsFrom?: string; endsUntil?: string }

/** For whom a plan is: rows that were pasted or read from a file, a list or some of its rows, or whatever facts fit. */
export type Who =
  | { from: 'rows'; kind: TargetKind; rows: readonly PastedRow[] }
  | { from: 'list'; list: ListName; filter: ListFilter; keys: readonly string[] | null }
  | { from: 'facts'; facts: FactsFilter }

/** What of a plan is given; `who` is null where it stays as it is. */
export type PlanToKeep = {
  command: IncidentCommand | null
  reason: string
  ticket: string | null
  rate: number
  unknown: Incident['unknown']
  who: Who | null
}

/** How a plan is kept: `once` gives a request the same id until it's answered; `onMade` is told of a new incident before its rows go. */
type Keeping = {
  once: <Answer>(ask: (actionId: string) => Promise<Answer>, of: string) => Promise<Answer>
  onMade: (incident: Incident) => void
  onProgress: (sent: number, of: number) => void
}

/**
 * Keeps a plan and all of its rows, and answers the incident as it is then. `kept` is the incident that the plan changes, null for a new
 * one. Throws the first problem; the rows before it are kept.
 */
export async function keepPlan(
  merchant: string,
  kept: Pick<Incident, 'id' | 'version'> | null,
  { command, reason, ticket, rate, unknown, who }: PlanToKeep,
  keeping: Keeping,
): Promise<Incident> {
  const { once, onMade } = keeping
  const plan = { ...(command && { command }), reason, ticket, rate }
  const made =
    kept ??
    (await once(
      (actionId) => request<Incident>(routes.incidents(), { actionId, merchant, body: plan }),
      JSON.stringify(['new', plan]),
    ))
  if (kept === null) onMade(made as Incident)
  const body = { ...plan, unknown, ...(who && who.from !== 'rows' && { who: whoBody(who) }) }
  const changed = await once(
    (actionId) =>
      request<Incident>(routes.incident(made.id), {
        method: 'PUT',
        actionId,
        merchant,
        headers: versionHeader(made.version),
        body,
      }),
    JSON.stringify(['change', made.version, body]),
  )
  return who?.from === 'rows' ? sendRows(merchant, changed, who, keeping) : changed
}

const whoBody = (who: Exclude<Who, { from: 'rows' }>) =>
  who.from === 'facts'
    ? { facts: who.facts }
    : { list: who.list, filter: who.filter, ...(who.keys !== null && { keys: who.keys }) }

async function sendRows(
  merchant: string,
  start: Incident,
  { kind, rows }: Extract<Who, { from: 'rows' }>,
  { once, onProgress }: Keeping,
): Promise<Incident> {
  let incident = start
  for (let chunk = 0; chunk * chunkRows < rows.length; chunk += 1) {
    const end = Math.min((chunk + 1) * chunkRows, rows.length)
    const body = { rows: rows.slice(chunk * chunkRows, end).map((row) => givenRow(row, kind)), more: end < rows.length }
    const { id, version } = incident
    incident = await once(
      (actionId) =>
        request<Incident>(routes.incidentChunk(id, String(chunk)), {
          method: 'PUT',
          actionId,
          merchant,
          headers: versionHeader(version),
          body,
        }),
      JSON.stringify([chunk, version, body]),
    ).catch((cause: unknown) => {
      throw ofLines(cause, rows, chunk * chunkRows)
    })
    onProgress(end, rows.length)
  }
  return incident
}

/** A fault of a row names its line in the text, and says what is kept by then. */
function ofLines(cause: unknown, rows: readonly PastedRow[], kept: number): unknown {
  if (!(cause instanceof ServiceProblem) || cause.problem.fields.every(({ field }) => !field.startsWith('rows.'))) return cause
  const fields = cause.problem.fields.map(({ field, title }) => {
    const row = rows[kept + Number(field.split('.')[1])]
    return row
      ? { field: '', title: `Line ${row.line.toLocaleString('en')}: ${title.replace(/^Line \d+: /, '')}` }
      : { field, title }
  })
  const some = kept === 0 ? 'without its rows' : `with its first ${plural(kept, 'row', 'rows')}`
  const detail = `The plan is kept as a draft ${some}, and nothing was previewed. Fix these lines and try again.`
  return new ServiceProblem({ ...cause.problem, title: 'Some lines can’t be kept', detail, fields }, { cause })
}

const givenRow = ({ target, buyerId, note }: PastedRow, kind: TargetKind): GivenRow =>
  kind === 'subscription'
    ? { subscriptionId: target, buyerId, note }
    : { chargeMethodTokenId: Number(target), buyerId: buyerId ?? '', note }
