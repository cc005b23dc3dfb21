import 'server-only'
import type { Transaction } from 'kysely'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { journalUnavailable } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { claim } from '@/lib/journal/action-ids'
import type { CommandCall } from './command-call'

// Requests that share an action id may wait for the same busy target on several copies. Whoever is told that nothing was sent may try again under
// another id. So once one of them has been told that, those that were waiting then aren't sent either.

/** A request that waits for its target, from the first time that the target was busy. */
export type Waiting = {
  /** How many requests under its id had been told by then that nothing was sent. */
  turnedAway?: number
  isOver?: boolean
}

/** The row beside those of the targets in which these requests are counted. */
const placeOf = ({ merchant, actionId }: CommandCall) => ({ merchant: merchant.code, target: `action-id:${actionId}` })

/** Notes, in a transaction that holds the action id, that a request begins to wait. */
export async function noteWaiting(tx: Transaction<Tables>, call: CommandCall, waiting: Waiting): Promise<void> {
  waiting.turnedAway ??= await timesTurnedAway(tx, call)
}

/** Throws `conflict` where the same request was told that nothing was sent, while this one waited. To be called while the action id is held. */
export async function requireNotTurnedAway(tx: Transaction<Tables>, call: CommandCall, waiting: Waiting): Promise<void> {
  if (waiting.turnedAway === undefined || (await timesTurnedAway(tx, call)) === waiting.turnedAway) return
  waiting.isOver = true
  const detail =
    'The same request was made twice, and the other one was told that nothing was sent. So nothing was sent. Try again.'
  throw problem('conflict', detail, { code: 'target_busy' })
}

async function timesTurnedAway(tx: Transaction<Tables>, call: CommandCall): Promise<number> {
  const { merchant, target } = placeOf(call)
  const row = await tx
    .selectFrom('targets')
    .select('touched')
    .where((is) => is.and({ merchant, target }))
    .executeTakeFirst()
  return Number(row?.touched ?? 0)
}

/** Writes that a request is about to be told that nothing was sent. False, and nothing is written, where the same request has been begun meanwhile. */
export async function turnAway(call: CommandCall): Promise<boolean> {
  const request = call.actionRequest
  if (request === null) return true
  const store = await database()
  const written = store.transaction().execute(async (tx) => {
    if (!(await claim(tx, request))) return false
    await tx
      .insertInto('targets')
      .values({ ...placeOf(call), action_id: call.actionId, touched: 1 })
      .onConflict((conflict) =>
        conflict.columns(['merchant', 'target']).doUpdateSet((of) => ({ touched: of('targets.touched', '+', 1) })),
      )
      .execute()
    await tx.deleteFrom('action_ids').where('id', '=', request.id).execute() // held for this transaction only
    return true
  })
  return written.catch((cause: unknown) => {
    throw cause instanceof ServiceProblem ? cause : journalUnavailable(cause, 'nothing was sent', 'Nothing was sent')
  })
}
