import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { CommandCall, Part } from '@/lib/commands/server/command-call'
import { fromOwnJson } from '@/lib/core/json'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import type { Tables } from '@/lib/database/schema'
import { isAsPlanned } from '@/lib/journal/planned-rows'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { actionIdOf } from './action-ids'
import { daySent, isTooNear, sendAhead } from './commands'
import { stillCarries } from './may-now'
import { movedSince } from './moved'
import { deciderMay } from './people'
import type { Predicted } from './predict-row'
import { predictedOf } from './row-answer'
import { findIncident, type IncidentTableRow, type RowOfIncident } from './store'

/**
 * Why a row isn't sent now: the run isn't on, its approval is over, who sends it may not any more, it isn't what was approved, the facts moved, or
 * a day is too near.
 */
export type Held = `incident_${'state' | 'stale' | 'person' | 'changed' | 'moved' | 'clock'}`

const held = (code: Held, detail: string): ServiceProblem => problem('conflict', detail, { code })

/**
 * What stands in for the approval of a single row: the incident's own, for this row of this generation and nothing else. Asked in
 * the transaction that writes its intent, which claims the row.
 */
export const partOf = (incident: string, n: number, actionId: string): Part => ({
  incident,
  async requireMayBeSent(tx, call) {
    const run = await findIncident(tx, incident)
    if (!run) throw held('incident_state', 'The incident is gone. Nothing was sent.')
    await requireRuns(tx, run, call)
    const row = await tx
      .selectFrom('incident_rows')
      .selectAll()
      .where('incident', '=', incident)
      .where('n', '=', n)
      .executeTakeFirst()
    if (row?.state !== 'ready' || call.actionId !== actionId || actionId !== actionIdOf(incident, n, row.generation))
      throw held('incident_state', 'This row isn’t to be sent now. Nothing was sent.')
    if (run.state === 'pilot' && !fromOwnJson<number[]>(run.pilot ?? '[]').includes(n))
      throw held('incident_state', 'This row isn’t one of the pilot. Nothing was sent.')
    await requireNotSentBefore(tx, row)
    await requireAsPreviewed(tx, run, row, call)
    await claim(tx, row, actionId)
  },
})

/** A row is sent once more only where it certainly wasn't sent before; somebody may have given it another number of tries by hand. */
async function requireNotSentBefore(tx: Transaction<Tables>, row: RowOfIncident): Promise<void> {
  const { incident, n, generation } = row
  const earlier = Array.from({ length: generation - 1 }, (_, at) => actionIdOf(incident, n, at + 1))
  if (earlier.length === 0) return
  const actions = tx.selectFrom('actions').select('action_id').where('action_id', 'in', earlier).where('incident', '=', incident)
  if (await actions.where('state', '<>', 'not-sent').executeTakeFirst()) throw changed(row)
}

/** The row is on the wire from the moment on at which its intent is written: both are or neither is, whoever is killed. */
async function claim(tx: Transaction<Tables>, { incident, n }: RowOfIncident, action_id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('incident_rows')
    .set({ claimed_at: new Date().toISOString(), action_id })
    .where('incident', '=', incident)
    .where('n', '=', n)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw held('incident_state', 'Another copy is sending this row. Nothing was sent.')
}

async function requireRuns(tx: Transaction<Tables>, run: IncidentTableRow, { person, merchant }: CommandCall): Promise<void> {
  if (run.state !== 'pilot' && run.state !== 'running')
    throw held('incident_state', 'The incident isn’t running. Nothing was sent.')
  await requireAsRecorded(tx, 'incidents', run)
  if (!stillCarries(run, Date.now())) throw held('incident_stale', 'The incident’s approval has expired. Nothing was sent.')
  const isOwn = run.run_account === person.accountId && run.merchant === merchant.code
  if (!isOwn || !may(person.role, 'planIncident'))
    throw held('incident_person', `${person.name} may not run this any more. Nothing was sent.`)
  if (!(await deciderMay(tx, run, person)))
    throw held('incident_stale', `${run.decided_by}, who approved this, may not approve any more. Nothing was sent.`)
}

/** The row as it was approved, what is sent for it, and the facts it rests on as they are at this moment. */
async function requireAsPreviewed(
  tx: Transaction<Tables>,
  run: IncidentTableRow,
  row: RowOfIncident,
  { requested }: CommandCall,
): Promise<void> {
  const planned = approvedOf(row)
  const { operation, params, body } = planned.sent
  const { operation: asked, params: askedParams, body: askedBody } = requested
  if (asked !== operation || !isDeepStrictEqual([askedParams, askedBody], [params, body])) throw changed(row)
  requireDistance(run, planned)
  const moved = await movedSince(tx, run, row, planned)
  if (moved !== null) throw held('incident_moved', moved)
}

const changed = ({ n }: RowOfIncident) => held('incident_changed', `Line ${n} isn’t what was approved. Nothing was sent for it.`)

/** What was approved for a row. Throws `incident_changed` where its content isn't what was signed in the preview. */
export function approvedOf(row: RowOfIncident): Predicted {
  const planned = predictedOf(row)
  if (planned === null || !isAsPlanned({ ...row, state: 'ready', why: null }, planned)) throw changed(row)
  return planned
}

export function requireDistance(run: Pick<IncidentTableRow, 'merchant'>, { sent }: Pick<Predicted, 'sent'>): void {
  const day = daySent(sent)
  if (day !== null && isTooNear(day, run.merchant, sendAhead))
    throw held('incident_clock', 'Its end date is too near now. Nothing was sent.')
}
