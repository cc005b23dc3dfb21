import 'server-only'
import { commandCall } from '@/lib/commands/server/command-call'
import { commandNamed } from '@/lib/commands/server/command-named'
import { notKept, readBuyer } from '@/lib/commands/server/look-first'
import { perform } from '@/lib/commands/server/perform'
import { ServiceProblem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { readOf } from './commands'
import { type End, endedAs, endOfAction, stopOf } from './ends'
import { takeOverFirst } from './may-now'
import { movedSince } from './moved'
import { approvedOf, partOf, requireDistance } from './part'
import { personNamed } from './people'
import { commandIn, findIncident, type IncidentTableRow, type RowOfIncident } from './store'

/** What became of a try: an end, one of the reasons for which the run pauses, or that the row waits, for so long or until it's looked at again. */
export type Tried =
  | { end: End }
  | { pause: 'clock' | 'person' | 'changed' | 'stale'; why: string }
  | { waits: number; isBusy?: true }
  | 'under-way'

/** By then others may be noted again where a lock was held. */
const keptMs = 2_000
const busyTries = 3
const busyMs = 5 * 60_000
const busy = ['target_busy', 'unsettled_action']
const ofPerson = ['incident_person', 'not_allowed_any_more', 'merchant_closed']

/** Sends a claimed row as an ordinary command of whoever runs the incident. Its intent, hold and outcome are the command's own. */
export async function sendRow(store: Database, run: IncidentTableRow, row: RowOfIncident): Promise<Tried> {
  try {
    const planned = approvedOf(row)
    requireDistance(run, planned)
    const person = await personNamed(run.run_account ?? '', run.run_by ?? '')
    const read =
      run.read_each === 1
        ? await readBuyer(store, { person, merchant: run.merchant, read: readOf(commandIn(run)), buyerId: row.buyer_id ?? '' })
        : 'off'
    if (read === notKept) return { waits: keptMs }
    if (read !== 'off' && 'detail' in read)
      return { end: endedAs(row.n, 'not-sent', `It couldn’t be read first: ${read.detail}`, stopOf(read)) }
    const moved = await movedSince(store, run, row, planned, read)
    if (moved !== null) return { end: endedAs(row.n, 'moved', moved) }
    const { operation, params, body } = planned.sent
    const actionId = row.action_id ?? ''
    const part = partOf(run.id, row.n, actionId)
    const call = await commandCall(
      commandNamed(operation),
      { merchant: run.merchant, params, body },
      { person, actionId, ticket: run.ticket, part },
    )
    await perform(call)
  } catch (cause) {
    const tried = await afterFailure(store, run, row, cause)
    if (tried !== null) return tried
  }
  return ofAction(store, row)
}

/** By what is written of its action: what this process knows may be less, or come later. */
async function ofAction(store: Database, row: RowOfIncident): Promise<Tried> {
  const action = await actionOf(store, row)
  if (!action) return { waits: 0 }
  const end = endOfAction(row.n, action)
  return end === null ? 'under-way' : { end }
}

/** The action of a row. One that somebody else began under its id is none of it. */
export const actionOf = (store: Database, { action_id, incident }: Pick<RowOfIncident, 'action_id' | 'incident'>) =>
  store
    .selectFrom('actions')
    .select(['state', 'answer', 'answered_at'])
    .where('action_id', '=', action_id ?? '')
    .where('incident', '=', incident)
    .executeTakeFirst()

/** Nothing was sent where no action was begun; where one was, that says what became of it. */
async function afterFailure(store: Database, run: IncidentTableRow, row: RowOfIncident, cause: unknown): Promise<Tried | null> {
  if (await actionOf(store, row)) return null
  if (!(cause instanceof ServiceProblem)) {
    log.error({ err: cause, actionId: row.action_id }, 'incident_row_not_sent')
    return { waits: 5_000 }
  }
  const { code, detail, kind } = cause.problem
  if (code === 'incident_state') return { waits: 0 }
  if (code === 'incident_moved') return { end: endedAs(row.n, 'moved', detail) }
  if (code === 'incident_clock') return { pause: 'clock', why: detail }
  if (code === 'incident_changed') return { pause: 'changed', why: detail }
  if (code === 'incident_stale') return { pause: 'stale', why: detail }
  if (ofPerson.includes(code ?? '')) {
    const now = await findIncident(store, run.id)
    // Taken over while it waited for its turn: it goes in the next one's name.
    return now && now.run_account !== run.run_account ? { waits: 0 } : { pause: 'person', why: takeOverFirst(run) }
  }
  if (busy.includes(code ?? ''))
    return row.tries + 1 < busyTries ? { waits: busyMs, isBusy: true } : { end: endedAs(row.n, 'left-out', detail, 'busy') }
  if (kind === 'unavailable') return { waits: 5_000 } // the journal can't be written
  return { end: endedAs(row.n, 'not-sent', [detail, code && `(${code})`].filter(Boolean).join(' ')) }
}
