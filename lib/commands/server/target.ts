import 'server-only'
import { createHash } from 'node:crypto'
import type { ExpressionBuilder, Transaction } from 'kysely'
import { dayMs } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { isObject } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { canonical } from '@/lib/journal/crypto'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import { describeCommand } from '@/lib/operations/words'
import type { CommandCall } from './command-call'
import type { Action as Row } from './intent'
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
 * The order as it's understood: without its mark, which two tries at one order don't share, without what says the same as leaving it out, and
 * without how the checkout looks and where it leads back to.
 */
function asUnderstood(body: unknown): unknown {
  const { metaData, isMobile, returnUrl, products, buyer, ...order } = body as Order
  const { [orderMark]: _, ...rest } = metaData ?? {}
  const own = Object.keys(rest).length > 0 ? { metaData: rest } : {} // what the merchant keeps with an order isn't ours to read
  const understood = inOneForm({ ...order, buyer: { ...buyer, locale: null } })
  return [understood, own, summedUp(products)]
}

type Line = Record<string, unknown> & { quantity?: number | null }
type Order = Record<string, unknown> & { metaData?: Record<string, unknown>; buyer?: object; products: readonly Line[] }

/** What is ordered how often, however many lines say so. */
function summedUp(lines: readonly Line[]): unknown {
  const quantities = new Map<string, number>()
  for (const { quantity, ...what } of lines) {
    const line = canonical(inOneForm(what))
    quantities.set(line, (quantities.get(line) ?? 0) + (quantity ?? 1))
  }
  return [...quantities].toSorted(([a], [b]) => a.localeCompare(b))
}

/** Without what says the same as leaving it out, and e-mail addresses in one spelling. */
export function inOneForm(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => inOneForm(each))
  if (typeof value === 'string') return name === 'email' ? value.trim().toLowerCase() : value
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, inOneForm(each, name)] as const)
  return Object.fromEntries(entries.filter(([, each]) => !isNothing(each)))
}

const isNothing = (value: unknown) => value == null || value === '' || (isObject(value) && Object.keys(value).length === 0)

/** Waits for the target's row, which two who want the same target both write. Returns the action that took it last, or this one for a new target. */
export async function touchTarget(tx: Transaction<Tables>, call: CommandCall): Promise<string> {
  const row = { merchant: call.merchant.code, target: targetOf(call), action_id: call.actionId, touched: 0 }
  return (await touch(tx, row)).rows[0]?.action_id ?? call.actionId
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
    .where((is) => is.and({ merchant, target }))
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

// What was done to one thing, and in which order: by numbers of the journal, since the clocks of two copies may differ.

/** Holds for an action that may have changed something. The service's own answer counts for more than what a person settled before it came. */
export const mayHaveHappened = (is: ExpressionBuilder<Tables, 'actions'>) =>
  is.or([
    is('actions.state', 'in', ['sent', 'done']),
    is.and([
      is('actions.state', '=', 'unconfirmed'),
      is.or([is('actions.settled_as', 'is', null), is('actions.settled_as', '=', 'happened')]),
    ]),
  ])

type Target = Pick<Row, 'merchant' | 'target'>

/** What was done to targets, or may have been, with what the journal says of it. */
const entriesOn = (store: Database, on: readonly Target[], except: string) =>
  store
    .selectFrom('actions')
    .innerJoin('journal', 'journal.action_id', 'actions.action_id')
    .where('actions.merchant', 'in', [...new Set(on.map(({ merchant }) => merchant))])
    .where('actions.target', 'in', [...new Set(on.map(({ target }) => target))])
    .where(mayHaveHappened)
    .where('actions.action_id', '<>', except)

/** The newest of what was done to a target, or may have been: an unconfirmed action stays in the way if what came after it did nothing. */
export const newestOn = (store: Database, on: Target, except = '') => newest(store, on, except).limit(1).executeTakeFirst()

const newest = (store: Database, target: Target, except = '') =>
  entriesOn(store, [target], except)
    .where('journal.kind', '=', 'intent')
    .select(['actions.action_id', 'actions.state', 'actions.settled_as', 'actions.person', 'actions.operation'])
    .select(['actions.request', 'actions.created_at'])
    .orderBy('journal.seq', 'desc')

/** What was done to a target within a day, the newest first. */
export const doneOn = (store: Database, target: Target) =>
  newest(store, target)
    .where('actions.created_at', '>', new Date(Date.now() - dayMs).toISOString())
    .where((is) => is.or([is('actions.state', '=', 'done'), is('actions.settled_as', '=', 'happened')]))
    .execute()

/**
 * From where to where in the journal an action may have been applied: from its intent to its outcome, or to somebody's word for it. One that
 * was acknowledged as unconfirmed and answered later spans others, and one that is open may still be applied, so it has no end.
 */
export type Span = Pick<Row, 'action_id' | 'merchant' | 'target' | 'state' | 'settled_as'> & { began: number; ended: number }

const spanColumns = ['actions.action_id', 'actions.merchant', 'actions.target', 'actions.state', 'actions.settled_as'] as const

/** What was done to the targets of these actions, or may have been, these included, the first begun first. */
export async function spansOn(store: Database, rows: readonly Target[], except = ''): Promise<Span[]> {
  const spans = await entriesOn(store, rows, except)
    .where((is) =>
      is.or([
        is('journal.kind', 'in', ['intent', 'outcome', 'late-outcome']),
        is.and([is('journal.kind', '=', 'settled'), is('actions.state', '=', 'unconfirmed')]),
      ]),
    )
    .select([...spanColumns])
    .select(({ fn }) => [fn.min('journal.seq').as('began'), fn.max('journal.seq').as('ended')])
    .groupBy([...spanColumns])
    .orderBy('began')
    .execute()
  return spans.map((span) => (isOpen(span) ? { ...span, ended: Infinity } : span))
}

const isOpen = ({ state, settled_as }: Span) => state === 'sent' || (state === 'unconfirmed' && settled_as === null)

/** `last` was applied last to its target; `last-but-open` was unless one begun before, and still open, comes after it; of others nobody knows. */
export type Standing = 'last' | 'last-but-open' | 'overtaken'

/**
 * For each of these actions, whether it's the last one that was applied to its target: none began later, and none that began before was
 * answered or settled after it had begun, for then nobody knows which was first. What certainly did nothing doesn't count, nor do `except` and
 * the tries at one act.
 */
export async function standingAmong(store: Database, rows: Row[], except = ''): Promise<(row: Row) => Standing> {
  const spans = groupBy(rows.length > 0 ? await spansOn(store, rows, except) : [], placeOf)
  return (row) => {
    const there = spans.get(placeOf(row)) ?? []
    const own = there.find(({ action_id }) => action_id === row.action_id)
    const sinceBegun = there.filter((each) => each !== own && !isTryOfOne(each, row) && each.ended > (own?.began ?? -1))
    if (sinceBegun.length === 0) return 'last'
    return sinceBegun.every(({ began, ended }) => began < (own?.began ?? 0) && ended === Infinity) ? 'last-but-open' : 'overtaken'
  }
}

const placeOf = ({ merchant, target }: Target) => `${merchant} ${target}`

/** Whether a later action has sent the command again: a late answer to the first try says the same. */
const isTryOfOne = (first: Pick<Row, 'action_id'>, later: Row) => later.follows === first.action_id && later.undoes === null
