import 'server-only'
import type { Transaction } from 'kysely'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { changedByHand, requireAsRecorded } from '@/lib/journal/row-digests'
import type { Action } from './intent'

type On = { merchant: string; target: string; except: string }

/**
 * Throws `unavailable` (`row_changed`) where somebody changed one of the actions that let the next one on its target through: the newest that may
 * have happened, and what came after it and did nothing. `last` took the target last. Whoever has the turn to write in the journal keeps them as they are.
 */
export async function requireTargetAsRecorded(tx: Transaction<Tables>, on: On, last: string): Promise<void> {
  const { rows } = await newestFirst(tx, on)
  if (last !== on.except && !rows.some(({ action_id }) => action_id === last))
    throw changedByHand(`actions ${last}`, 'the last action on the same thing is gone, or says that it was on another')
  const decides = rows.findIndex(mayHaveHappened)
  for (const { action_id } of decides === -1 ? rows : rows.slice(0, decides + 1)) {
    const row = await tx.selectFrom('actions').selectAll().where('action_id', '=', action_id).executeTakeFirst()
    if (row) await requireAsRecorded(tx, 'actions', row)
  }
}

const mayHaveHappened = ({ state, settled_as }: Pick<Action, 'state' | 'settled_as'>) =>
  state === 'sent' || state === 'done' || (state === 'unconfirmed' && settled_as !== 'did-not-happen')

const newestFirst = prepared((store, { merchant, target, except }: On) =>
  store
    .selectFrom('actions')
    .innerJoin('journal', 'journal.action_id', 'actions.action_id')
    .where('journal.kind', '=', 'intent')
    .select(['actions.action_id', 'actions.state', 'actions.settled_as'])
    .where('actions.merchant', '=', merchant)
    .where('actions.target', '=', target)
    .where('actions.action_id', '<>', except)
    .orderBy('journal.seq', 'desc'),
)
