import 'server-only'
import { randomUUID } from 'node:crypto'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { decryptJson } from '@/lib/journal/crypto'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { verbDone } from '../command'
import type { PlanReason } from '../incident'
import { type Act, actSince, actsOn } from './actions-since'
import { addRows, insertIncident, newRow } from './drafts'
import { undoWaits, whyNot } from './may-now'
import type { Back } from './predict-row'
import { isStopped, predictedOf, type RowWithAction, settledOf } from './row-answer'
import type { Taking } from './steps'
import { commandIn, type IncidentTableRow, isOnTheWire, type RowOfIncident, takeMaking } from './store'

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

/** Of the rows of an inverse, what the other incident did to them; nothing for any other incident. */
export async function backsOf(store: Database, { id, inverse_of, merchant }: IncidentTableRow, rows: readonly RowOfIncident[]) {
  const backs = new Map<number, Back | { why: PlanReason; words: string | null }>()
  if (inverse_of === null) return backs
  const found = await store
    .selectFrom('incident_rows')
    .leftJoin('actions', (join) =>
      join.onRef('actions.action_id', '=', 'incident_rows.action_id').onRef('actions.incident', '=', 'incident_rows.incident'),
    )
    .leftJoin('targets', (join) =>
      join.onRef('targets.target', '=', 'incident_rows.target').onRef('targets.merchant', '=', 'actions.merchant'),
    )
    .leftJoin(
      'actions as newest',
      (join) =>
        join
          .onRef('newest.action_id', '=', 'targets.action_id')
          .on((is) => is.or([is('newest.incident', 'is', null), is('newest.incident', '<>', id)])), // its own is no other's
    )
    .selectAll('incident_rows')
    .select([
      'actions.state as action_state',
      'actions.settled_as',
      'actions.settled_how',
      'actions.answer',
      'newest.action_id as newest_id',
      'newest.person as newest_by',
    ])
    .select(['newest.created_at as newest_at', 'newest.state as newest_state', 'newest.settled_as as newest_settled'])
    .where('incident_rows.incident', '=', inverse_of)
    .where(
      'incident_rows.n',
      'in',
      rows.map(({ n }) => n),
    )
    .execute()
  const buyers = found.flatMap(({ buyer_id }) => buyer_id ?? [])
  const acts = await actsOn(store, { id: inverse_of, merchant }, buyers)
  for (const row of found) backs.set(row.n, backOf(row, acts.get(row.target)))
  return backs
}

type Original = RowOfIncident & {
  action_state: RowWithAction['action_state']
  settled_as: RowWithAction['settled_as']
  settled_how: string | null
  answer: string | null
  newest_id: string | null
  newest_by: string | null
  newest_at: string | null
  newest_state: string | null
  newest_settled: string | null
}

const notDone: Record<string, PlanReason> = {
  refused: 'was-refused',
  unconfirmed: 'was-unconfirmed',
  moved: 'was-moved',
  'not-sent': 'was-not-sent',
  'left-out': 'was-not-sent',
  ready: 'was-not-sent',
}

/** The end date as the service answered the command: two moments of its own are compared, whichever day it counts them to. */
function endDateIn(answer: string | null): unknown {
  const { body } = fromOwnJson<{ body?: unknown }>(answer ?? '{}')
  return isObject(body) && isObject(body.data) ? body.data.endDate : undefined
}

function backOf(row: Original, acts: readonly Act[] | undefined): Back | { why: PlanReason; words: string | null } {
  const settled = settledOf(row)
  if (row.state !== 'done' && settled !== 'happened')
    return { why: settled ?? notDone[row.state] ?? 'was-not-sent', words: settled === null ? row.words : null }
  if (row.state !== 'done' && row.action_state !== 'done' && row.settled_how === 'event')
    return { why: 'settled-by-event', words: 'Look at it on its page, and undo it there if it was ours' }
  const predicted = predictedOf(row)
  if (!row.before || predicted === null) return { why: 'before-unknown', words: null }
  const { newest_id, newest_state, newest_settled } = row
  const isVain = ['refused', 'not-sent'].includes(newest_state ?? '') || newest_settled === 'did-not-happen'
  if (newest_id !== null && newest_id !== row.action_id && !isVain)
    return { why: 'changed-since', words: `${row.newest_by}, ${(row.newest_at ?? '').slice(0, 16).replace('T', ' ')} UTC` }
  const since = actSince(acts, predicted.actions)
  if (since !== null) return { why: 'changed-since', words: since }
  return { sent: predicted.sent, before: decryptJson(row.before) as KnownThing, answered: endDateIn(row.answer) }
}
