import 'server-only'
import type { Transaction } from 'kysely'
import { invalid, problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { IncidentCommand } from '../command'
import type { GivenRow } from '../pasted'
import { ofTokens, requireFarEnough } from './commands'
import { stepRules, whyNot } from './may-now'
import { chunkRows, maxRows } from './plan'
import { commandIn, type IncidentTableRow, type RowOfIncident, recordIncident, type Step, takeStep } from './store'
import { type Who, whoIn } from './who'

type Tx = Transaction<Tables>

export type NewIncident = {
  id: string
  merchant: string
  command: IncidentCommand
  reason: string
  ticket?: string | null | undefined
  rate?: number | undefined
}

const usualRate = 5

export const rateWithin = (rate: number): number => {
  const max = env().INCIDENT_RATE_MAX
  if (rate > max) throw invalid([{ field: 'rate', title: `Use ${max} a second or fewer` }])
  return rate
}

/** Begins a draft, under the id that it was asked for. */
export async function addIncident(person: Person, given: NewIncident, claim: Claim): Promise<{ id: string }> {
  requireFarEnough(given.command, given.merchant)
  if (given.rate !== undefined) rateWithin(given.rate)
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await insertIncident(tx, person, given, {})
    await claim.keep(tx, { id: given.id })
  })
  return { id: given.id }
}

const empty = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>

/** Nobody has approved it. */
const undecided = empty(['decided_as', 'decided_at', 'decided_account', 'decided_by', 'decision_note'])
const unasked = empty(['rate_approved', 'rows_hash', 'plan_hash', 'preview', 'asked_at', 'asked_account', 'asked_by'])
const notBegun = empty([
  ...(['started_at', 'run_account', 'run_by', 'resumed_at', 'pilot', 'pilot_over_at', 'looked_at', 'looked_by'] as const),
  ...(['paused_as', 'paused_at', 'paused_by', 'paused_why', 'paused_from', 'ended_at', 'closed_at'] as const),
])

/** Writes a new draft and its entry. */
export async function insertIncident(
  tx: Tx,
  person: Person,
  { id, merchant, command, reason, ticket = null, rate = usualRate }: NewIncident,
  more: Partial<Pick<IncidentTableRow, 'rows' | 'inverse_of'>>,
): Promise<void> {
  const at = new Date().toISOString()
  const row: IncidentTableRow = {
    ...undecided,
    ...unasked,
    ...notBegun,
    id,
    merchant,
    reason,
    ticket,
    command: JSON.stringify(command),
    state: 'draft',
    version: 1,
    rate: rateWithin(Math.min(rate, env().INCIDENT_RATE_MAX)),
    read_each: 1,
    unknown_as: 'read',
    rows: 0,
    generation: 1,
    trips: 0,
    planned_account: person.accountId,
    planned_by: person.name,
    made_at: at,
    changed_at: at,
    inverse_of: null,
    ...more,
  }
  await tx.insertInto('incidents').values(row).execute()
  await recordIncident(tx, person, row, { did: 'drafted', detail: { command, reason, inverseOf: row.inverse_of } }, row)
}

/** What an edit takes back: its preview, and the request for approval that rested on it. */
export const backToDraft = { state: 'draft' as const, ...unasked, ...undecided }

type Editing = Omit<Step, 'right' | 'from'>

const edit = (editing: Editing, work: Parameters<typeof takeStep>[1]) =>
  takeStep({ ...editing, right: stepRules.edit.right, from: stepRules.edit.from }, (tx, row) => {
    const why = whyNot('edit', row, editing.person)
    if (why !== null) throw problem('conflict', why, { code: 'state' })
    return work(tx, row)
  })

export type Edit = Partial<Pick<NewIncident, 'command' | 'reason' | 'ticket' | 'rate'>> & {
  readEach?: boolean | undefined
  unknown?: 'read' | 'leave-out' | undefined
  who?: Who | undefined
}

/** Changes a plan, which is then a draft again. Throws `conflict` (`state`) from its approval on, and for what has begun. */
export const editIncident = (editing: Editing, { who, readEach, unknown, command, rate, ...texts }: Edit) =>
  edit(editing, async (tx, row) => {
    requireNotMade(row, command ?? who)
    const next = command ?? commandIn(row)
    requireFarEnough(next, row.merchant)
    if (command && ofTokens(command) !== ofTokens(commandIn(row)) && row.rows > 0 && !who)
      throw invalid([{ field: 'command', title: 'Its rows don’t fit this. Enter them again' }])
    const rows = who ? await replaceRows(tx, row, await whoIn(tx, editing.person, row.merchant, who, next)) : row.rows
    if (!who) await forgetPreview(tx, row.id)
    const values = {
      ...(texts.reason === undefined ? {} : { reason: texts.reason }),
      ...(texts.ticket === undefined ? {} : { ticket: texts.ticket }),
      ...(rate === undefined ? {} : { rate: rateWithin(rate) }),
      ...(command === undefined ? {} : { command: JSON.stringify(command) }),
      ...(readEach === undefined ? {} : { read_each: Number(readEach) }),
      ...(unknown === undefined ? {} : { unknown_as: unknown }),
      rows,
    }
    const detail = { ...texts, rate, command, rows, who }
    return { did: 'edited', detail, values: { ...backToDraft, ...values } }
  })

/** The rows and the command of an inverse are made from what another incident did. */
function requireNotMade(row: IncidentTableRow, changes: unknown): void {
  if (row.inverse_of === null || changes === undefined) return
  throw problem('conflict', 'This undoes another incident, so its rows and its command can’t be changed.', { code: 'state' })
}

/** Writes one chunk of the rows; without `more` those after it are gone. Throws 413 `too_many_rows`. */
export const giveRows = (editing: Editing, chunk: number, given: { rows: readonly GivenRow[]; more: boolean }) =>
  edit(editing, async (tx, row) => {
    requireNotMade(row, given)
    requireRows(given.rows, commandIn(row), chunk)
    if (given.more && given.rows.length < chunkRows)
      throw invalid([{ field: 'rows', title: `Every chunk but the last has ${chunkRows} rows` }])
    if (chunk * chunkRows > row.rows) throw invalid([{ field: 'chunk', title: 'Send the chunks in order, the first one first' }])
    const first = chunk * chunkRows + 1
    if (chunk * chunkRows + given.rows.length > maxRows) throw tooManyRows()
    const gone = tx.deleteFrom('incident_rows').where('incident', '=', row.id).where('n', '>=', first)
    await (given.more ? gone.where('n', '<', first + chunkRows) : gone).execute()
    await insertRows(tx, row.id, first, given.rows)
    await forgetPreview(tx, row.id)
    const rows = given.more ? Math.max(row.rows, first - 1 + given.rows.length) : first - 1 + given.rows.length
    return { did: 'rows', detail: { chunk, rows }, values: { ...backToDraft, rows } }
  })

export const tooManyRows = () =>
  problem('invalid', `An incident takes ${maxRows.toLocaleString('en')} rows at most. Split the list.`, {
    status: 413,
    code: 'too_many_rows',
  })

/** Throws `invalid` with the line for a row of the other kind, and for one target with two buyers. */
function requireRows(rows: readonly GivenRow[], command: IncidentCommand, chunk: number): void {
  const tokens = ofTokens(command)
  const buyers = new Map<string, string>()
  const faults = rows.flatMap((row, at) => {
    const line = chunk * chunkRows + at + 1
    if ('chargeMethodTokenId' in row !== tokens)
      return [
        {
          field: `rows.${at}`,
          title: `Line ${line}: ${tokens ? 'give buyerId and chargeMethodTokenId' : 'give subscriptionId'}`,
        },
      ]
    const target = targetIn(row)
    const buyer = row.buyerId ?? null
    const before = buyers.get(target)
    if (buyer !== null) buyers.set(target, buyer)
    return buyer === null || before === undefined || before === buyer || tokens
      ? []
      : [{ field: `rows.${at}.buyerId`, title: `Line ${line}: this subscription is listed above with another buyer` }]
  })
  if (faults.length > 0) throw invalid(faults.slice(0, 50))
}

const targetIn = (row: GivenRow) =>
  'subscriptionId' in row ? `subscription:${row.subscriptionId}` : `token:${row.chargeMethodTokenId}`

const insertRows = (tx: Tx, incident: string, first: number, given: readonly GivenRow[]): Promise<void> =>
  addRows(
    tx,
    given.map((row, at) =>
      newRow(incident, first + at, { target: targetIn(row), given_buyer: row.buyerId ?? null, note: row.note ?? null }),
    ),
  )

export async function addRows(tx: Tx, rows: readonly RowOfIncident[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto('incident_rows')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}

const rowsAtOnce = 50

export const newRow = (
  incident: string,
  n: number,
  of: Pick<RowOfIncident, 'target' | 'given_buyer' | 'note'> & Partial<RowOfIncident>,
): RowOfIncident => ({
  ...emptyRow,
  incident,
  n,
  state: 'planned',
  generation: 1,
  tries: 0,
  ...of,
})

const emptyRow = empty([
  ...(['buyer_id', 'why', 'words', 'before', 'predicted', 'planned', 'sorted_by'] as const),
  ...(['action_id', 'claimed_at', 'due_at', 'at', 'batch'] as const),
])

async function replaceRows(tx: Tx, row: IncidentTableRow, rows: readonly GivenRow[]): Promise<number> {
  if (rows.length > maxRows) throw tooManyRows()
  await tx.deleteFrom('incident_rows').where('incident', '=', row.id).execute()
  await insertRows(tx, row.id, 1, rows)
  return rows.length
}

async function forgetPreview(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('incident_work').where('incident', '=', id).execute()
}
