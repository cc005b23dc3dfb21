import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { invalid, problem } from '@/lib/core/problem'
import type { Tables } from '@/lib/database/schema'
import { isInverse } from '../command'
import { addRows, insertIncident, newRow } from './drafts'
import { writeVouched } from './ends'
import { whyNot } from './may-now'
import { isStopped } from './row-answer'
import { pausedAs, type Taking } from './steps'
import { commandIn, type IncidentTableRow, takeMaking, takeStep } from './store'

type Tx = Transaction<Tables>
type AgainInput = { which: 'not-sent' | 'refused' | 'moved' | 'left'; rows?: readonly number[] | undefined }

/**
 * What certainly wasn't sent may go once more, in this incident; what was refused, has moved or was left behind in a new one, with a preview and
 * an approval of its own. An unconfirmed row never.
 */
export const sendAgain = (taking: Taking, { which, rows }: AgainInput) =>
  which === 'not-sent' ? sendRest(taking) : planAgain(taking, which, rows ?? [])

/** The rows that weren't sent wait again, in a next generation, until somebody resumes the run. */
const sendRest = (taking: Taking) =>
  takeStep({ ...taking, right: 'planIncident', from: ['done', 'stopped', 'closed'] }, async (tx, row) => {
    requireMay(row, taking)
    await leaveBehind(tx, row)
    const rows = await tx
      .selectFrom('incident_rows')
      .selectAll()
      .where('incident', '=', row.id)
      .where('state', '=', 'not-sent')
      .execute()
    if (rows.length === 0) throw problem('conflict', 'Every row was sent or left out.', { code: 'state' })
    const generation = row.generation + 1
    const values = { state: 'ready' as const, why: null, words: null, generation, action_id: null, at: null }
    await writeVouched(
      tx,
      row,
      'again',
      rows.map((each) => ({ row: each, values })),
    )
    const resting = pausedAs('again', { state: 'running' }, { by: taking.person.name, why: null })
    return { did: 'again', detail: { rows: rows.length }, values: { ...resting, generation, ended_at: null, closed_at: null } }
  })

function requireMay(row: IncidentTableRow, { person }: Taking): void {
  const why = whyNot('again', row, person)
  if (why !== null) throw problem('conflict', why, { code: 'state' })
}

/** What a stop left behind stays behind, in writing from now on. */
async function leaveBehind(tx: Tx, row: IncidentTableRow): Promise<void> {
  await tx
    .updateTable('incident_rows')
    .set({ state: 'left-out', why: 'stopped' })
    .where('incident', '=', row.id)
    .where('state', '=', 'ready')
    .where('claimed_at', 'is', null)
    .execute()
}

const planAgain = (taking: Taking, which: Exclude<AgainInput['which'], 'not-sent'>, numbers: readonly number[]) =>
  takeMaking(taking, 'resubmitted', async (tx, row) => {
    requireMay(row, taking)
    const command = commandIn(row)
    if (isInverse(command)) throw problem('conflict', 'Plan the undo of the first incident again instead.', { code: 'state' })
    const rows = await rowsOf(tx, row, which)
      .$if(which === 'refused', (query) => query.where('n', 'in', [...numbers]))
      .execute()
    const missing = numbers.filter((n) => !rows.some((each) => each.n === n))
    if (missing.length > 0) throw invalid([{ field: 'rows', title: `These weren’t refused: ${missing.slice(0, 10).join(', ')}` }])
    if (rows.length === 0) throw problem('conflict', 'No rows are left to be planned again.', { code: 'state' })
    const id = randomUUID()
    const { merchant, reason, ticket, rate } = row
    await insertIncident(tx, taking.person, { id, merchant, command, reason, ticket, rate }, { rows: rows.length })
    const made = rows.map(({ target, buyer_id, note }, at) => newRow(id, at + 1, { target, given_buyer: buyer_id, note }))
    await addRows(tx, made)
    return { id, detail: { draft: id, which, rows: rows.length } }
  })

function rowsOf(tx: Tx, incident: IncidentTableRow, which: 'refused' | 'moved' | 'left') {
  const all = tx.selectFrom('incident_rows').select(['n', 'target', 'buyer_id', 'note']).where('incident', '=', incident.id)
  if (which !== 'left') return all.where('state', '=', which).orderBy('n')
  return all
    .where((is) => {
      const kept = is.and([is('state', '=', 'left-out'), is('why', 'in', ['busy', 'stopped'])])
      return isStopped(incident) ? is.or([kept, is.and([is('state', '=', 'ready'), is('claimed_at', 'is', null)])]) : kept
    })
    .orderBy('n')
}
