import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isObject } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { canonical } from '@/lib/journal/crypto'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import { describeCommand } from '@/lib/operations/words'
import type { CommandCall } from './command-call'
import { newestOn } from './following'
import { endedUnwritten, hasEndedUnwritten } from './unwritten-outcomes'

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
        .update(canonical(asUnderstood(body)))
        .digest('hex')}` // so that the same order sent twice is noticed
  }
}

/**
 * The order as it's understood: without its mark, which two tries at one order don't share, and without what says the same as leaving it out.
 */
function asUnderstood(body: unknown): unknown {
  const { metaData, ...order } = body as { metaData?: Record<string, unknown> }
  const { [orderMark]: _, ...rest } = metaData ?? {}
  const own = Object.keys(rest).length > 0 ? { metaData: rest } : {} // what the merchant keeps with an order isn't ours to read
  return { ...(withoutDefaults(order) as object), ...own }
}

function withoutDefaults(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return inOneOrder(value.map((each) => withoutDefaults(each)))
  if (!isObject(value)) return typeof value === 'string' ? inOneSpelling(name, value) : value
  const entries = Object.entries(value).map(([name, each]) => [name, withoutDefaults(each, name)] as const)
  return Object.fromEntries(entries.filter(([name, each]) => !isDefault(name, each)))
}

const isDefault = (name: string, value: unknown) =>
  value == null || (name === 'quantity' && value === 1) || (isObject(value) && Object.keys(value).length === 0)

const inOneOrder = (list: readonly unknown[]) => list.toSorted((a, b) => canonical(a).localeCompare(canonical(b)))

const inOneSpelling = (name: string, text: string) =>
  name === 'email' ? text.trim().toLowerCase() : name === 'returnUrl' && URL.canParse(text) ? new URL(text).href : text

/** Waits for the target's row, which two who want the same target both write. */
export async function touchTarget(tx: Transaction<Tables>, call: CommandCall): Promise<void> {
  await touch(tx, { merchant: call.merchant.code, target: targetOf(call), action_id: call.actionId, touched: 0 })
}

const touch = prepared((store, row: Tables['targets']) =>
  store
    .insertInto('targets')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'target']).doUpdateSet((of) => ({ touched: of('targets.touched', '+', 1) })),
    ),
)

/** Takes the target, unless what was done to it last is in the way (`requireOutOfTheWay`). */
export async function takeTarget(tx: Transaction<Tables>, call: CommandCall): Promise<void> {
  const on = { merchant: call.merchant.code, target: targetOf(call) }
  await requireAllWritten(tx, on)
  const before = await newestOn(tx, on, call.actionId)
  if (before) requireOutOfTheWay(before, call)
  await tx
    .updateTable('targets')
    .set({ action_id: call.actionId })
    .where('merchant', '=', on.merchant)
    .where('target', '=', on.target)
    .execute()
}

/**
 * Throws `conflict` while the action is under way (`target_busy`), while it is unsettled and the person has not acknowledged it, and where
 * they acknowledged what turned out to be done, or an earlier one (`unsettled_action`).
 */
function requireOutOfTheWay(before: Begun & Pick<Tables['actions'], 'settled_as'>, call: CommandCall): void {
  const what = `${describeCommand(before.operation)} by ${before.person}`
  if (before.state === 'sent') {
    const detail = `${what} is still in progress. Nothing was sent. Wait for it to finish, then try again.`
    throw problem('conflict', detail, { code: 'target_busy' })
  }
  const isAcknowledged = call.acknowledges === before.action_id
  if (before.state === 'unconfirmed' && before.settled_as === null) {
    if (isAcknowledged) return
    throw lookAgain(before, `${what} is unconfirmed. Nothing was sent. Settle it, or acknowledge it to continue.`)
  }
  if (call.acknowledges === null || call.sendsAgain !== null) return
  const now = before.state === 'done' ? 'done' : 'settled as applied'
  const since = isAcknowledged ? `was unconfirmed when you looked, but it’s ${now} now` : `was ${now} after you looked`
  throw lookAgain(before, `${what} ${since}. Nothing was sent. Review it before you continue.`)
}

const lookAgain = ({ action_id }: Begun, detail: string) =>
  problem('conflict', detail, { code: 'unsettled_action', actionId: action_id })

/** Of all that was done to a target, also what somebody has settled as not applied before its answer came. */
async function requireAllWritten(
  tx: Transaction<Tables>,
  { merchant, target }: { merchant: string; target: string },
): Promise<void> {
  const ended = [...endedUnwritten()]
  if (ended.length === 0) return
  const found = await tx
    .selectFrom('actions')
    .select(['action_id', 'state', 'operation', 'person'])
    .where('merchant', '=', merchant)
    .where('target', '=', target)
    .where('action_id', 'in', ended)
    .execute()
  for (const action of found) requireWritten(action)
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
