import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { canonical } from '@/lib/journal/crypto'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import { describeCommand } from '@/lib/operations/words'
import type { CommandCall } from './command-call'
import { hasEndedUnwritten } from './unwritten-outcomes'

/** The name of what a command changes (`target` of the operation). Two commands on one target wait for each other. */
export function targetOf({ operation, params, body }: Pick<CommandCall, 'operation' | 'params' | 'body'>): string {
  const given = body as { chargeMethodTokenId?: number; email?: string } | undefined
  switch (operation.target) {
    case 'subscription':
      return `subscription:${params.subscriptionId}`
    case 'token':
      return `token:${given?.chargeMethodTokenId}`
    case 'email':
      return `email:${createHash('sha256')
        .update((given?.email ?? '').toLowerCase())
        .digest('hex')}`
    case 'buyer':
      return `buyer:${params.buyerId}`
    case 'order':
      return `order:${createHash('sha256')
        .update(canonical(withoutMark(body)))
        .digest('hex')}` // so that the same order sent twice is noticed
  }
}

/** The order without its mark, the only thing in which two tries at one order differ. */
function withoutMark(body: unknown): unknown {
  const { metaData, ...order } = body as { metaData?: Record<string, unknown> }
  const { [orderMark]: _, ...rest } = metaData ?? {}
  return { ...order, ...(Object.keys(rest).length > 0 ? { metaData: rest } : {}) }
}

/** Waits for the target's row, which two who want the same target both write, and returns the action that holds it; this one where none did. */
export async function touchTarget(tx: Transaction<Tables>, call: CommandCall): Promise<string> {
  const target = targetOf(call)
  const { rows } = await touch(tx, { merchant: call.merchant.code, target, action_id: call.actionId, touched: 0 })
  return rows[0]?.action_id ?? call.actionId
}

const touch = prepared((store, row: Tables['targets']) =>
  store
    .insertInto('targets')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'target']).doUpdateSet((of) => ({ touched: of('targets.touched', '+', 1) })),
    )
    .returning('action_id'),
)

/**
 * Takes the target over from the action that holds it. Throws `conflict` while that one is under way (`target_busy`), and while it is
 * unsettled and the person has not acknowledged it, or they acknowledged what has been done since, or an earlier one (`unsettled_action`).
 */
export async function takeTarget(tx: Transaction<Tables>, call: CommandCall, holder: string): Promise<void> {
  if (holder === call.actionId) return
  const before = await tx
    .selectFrom('actions')
    .select(['state', 'settled_as', 'person', 'operation', 'action_id'])
    .where('action_id', '=', holder)
    .executeTakeFirst()
  const what = before ? `${describeCommand(before.operation)} by ${before.person}` : ''
  if (before) requireWritten(before)
  if (before?.state === 'sent') {
    const detail = `${what} is still in progress. Nothing was sent. Wait for it to finish, then try again.`
    throw problem('conflict', detail, { code: 'target_busy' })
  }
  if (before?.state === 'unconfirmed' && before.settled_as === null && call.acknowledges !== holder) {
    throw problem('conflict', `${what} is unconfirmed. Nothing was sent. Settle it, or acknowledge it to continue.`, {
      code: 'unsettled_action',
      actionId: holder,
    })
  }
  if (before?.state === 'done' && call.acknowledges !== null && call.sendsAgain === null) {
    const since =
      call.acknowledges === holder ? 'was unconfirmed when you looked, but it’s done now' : 'was done after you looked'
    const detail = `${what} ${since}. Nothing was sent. Review it before you continue.`
    throw problem('conflict', detail, { code: 'unsettled_action', actionId: holder })
  }
  await tx
    .updateTable('targets')
    .set({ action_id: call.actionId })
    .where('merchant', '=', call.merchant.code)
    .where('target', '=', targetOf(call))
    .execute()
}

type Begun = Pick<Tables['actions'], 'action_id' | 'state' | 'operation' | 'person'>

/**
 * Throws `conflict` (`target_busy`) while an action has ended, as its service has told, and the database couldn't take that yet: whoever
 * acknowledged, sent it again or undid it by its row would act against what is known.
 */
export function requireWritten(action: Begun): void {
  if (!hasEndedUnwritten(action)) return
  const detail = `${describeCommand(action.operation)} by ${action.person} has ended, but its outcome couldn’t be saved yet. Nothing was sent. Try again in a minute. If it stays like this, tell the person who runs Counterfoil.`
  throw problem('conflict', detail, { code: 'target_busy' })
}
