import 'server-only'
import type { Transaction } from 'kysely'
import { commandWords } from '@/lib/command-words'
import { problem } from '@/lib/problem'
import type { CommandCall } from '../admit'
import { prepared } from '../database/prepared'
import type { Tables } from '../database/schema'
import { knownVersion } from '../knowledge/facts'

type Action = Tables['actions']

/**
 * Takes the target for a new action. Throws `conflict` while another action on it is under way (`target_busy`), while one is
 * unsettled that the person has not acknowledged (`unsettled_action`), or where the buyer has changed since the page was read (`changed`).
 */
export async function requireFree(tx: Transaction<Tables>, call: CommandCall, row: Action): Promise<void> {
  // Touching the row is what makes two who want the same target wait for each other on both engines.
  const { rows } = await touchTarget(tx, { merchant: row.merchant, target: row.target, action_id: row.action_id, touched: 0 })
  const holder = rows[0]?.action_id ?? row.action_id
  if (holder !== row.action_id) await passOn(tx, call, row, holder)
  await requireFresh(tx, call, row)
}

const touchTarget = prepared((store, row: Tables['targets']) =>
  store
    .insertInto('targets')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'target']).doUpdateSet((of) => ({ touched: of('targets.touched', '+', 1) })),
    )
    .returning('action_id'),
)

async function passOn(tx: Transaction<Tables>, call: CommandCall, row: Action, holder: string): Promise<void> {
  const before = await tx
    .selectFrom('actions')
    .select(['state', 'settled_as', 'person', 'operation', 'action_id'])
    .where('action_id', '=', holder)
    .executeTakeFirst()
  const what = before ? `${commandWords(before.operation)} by ${before.person}` : ''
  if (before?.state === 'sent')
    throw problem('conflict', `${what} is under way on the same thing. Nothing was sent.`, { code: 'target_busy' })
  if (before?.state === 'unconfirmed' && before.settled_as === null && call.acknowledges !== holder) {
    throw problem(
      'conflict',
      `${what} is unconfirmed on the same thing: settle it, or acknowledge it and go on. Nothing was sent.`,
      { code: 'unsettled_action', actionId: holder },
    )
  }
  await tx
    .updateTable('targets')
    .set({ action_id: row.action_id })
    .where('merchant', '=', row.merchant)
    .where('target', '=', row.target)
    .execute()
}

async function requireFresh(
  tx: Transaction<Tables>,
  { shownVersion }: CommandCall,
  { merchant, buyer_id }: Action,
): Promise<void> {
  if (shownVersion === null || buyer_id === null) return
  if ((await knownVersion(merchant, buyer_id, tx)) > shownVersion) {
    throw problem(
      'conflict',
      'Something about this buyer has changed since you looked. Nothing was sent: look at the new facts first.',
      { code: 'changed' },
    )
  }
}
