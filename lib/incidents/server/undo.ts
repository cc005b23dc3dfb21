import 'server-only'
import { randomUUID } from 'node:crypto'
import { problem } from '@/lib/core/problem'
import { verbDone } from '../command'
import { addRows, insertIncident, newRow } from './drafts'
import { undoWaits, whyNot } from './may-now'
import { isStopped } from './row-answer'
import type { Taking } from './steps'
import { commandIn, isOnTheWire, takeMaking } from './store'

/**
 * Plans a new incident that takes this one back: a row for each that was to go, under its own number. Which of them go, and why others are
 * left alone, its preview says from what is known and read then.
 */
export const planUndo = (taking: Taking) =>
  takeMaking(taking, 'inverse planned', async (tx, row) => {
    const why = whyNot('inverse', row, taking.person)
    if (why !== null) throw problem('conflict', why, { code: 'state' })
    if (await isOnTheWire(tx, row.id)) throw problem('conflict', undoWaits, { code: 'state' })
    const rows = await tx
      .selectFrom('incident_rows')
      .select(['n', 'target', 'buyer_id', 'note', 'state', 'why'])
      .where('incident', '=', row.id)
      .where((is) => is.or([is('state', '<>', 'left-out'), is('why', 'in', ['busy', 'stopped'])]))
      .orderBy('n')
      .execute()
    const went = isStopped(row) ? rows.filter(({ state }) => state !== 'ready') : rows
    if (!went.some(({ state }) => state === 'done' || state === 'unconfirmed'))
      throw problem('conflict', 'Nothing was done, so there’s nothing to undo.', { code: 'state' })
    const id = randomUUID()
    const of = verbDone(commandIn(row))
    const reason = [...`Undo: ${row.reason}`].slice(0, 255).join('')
    const given = {
      id,
      merchant: row.merchant,
      command: { verb: 'takeBack' as const, of },
      reason,
      ticket: row.ticket,
      rate: row.rate,
    }
    await insertIncident(tx, taking.person, given, { rows: went.length, inverse_of: row.id })
    const made = went.map(({ n, target, buyer_id, note }) => newRow(id, n, { target, given_buyer: buyer_id, note }))
    await addRows(tx, made)
    return { id, detail: { inverse: id, rows: went.length } }
  })
