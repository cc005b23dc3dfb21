import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { masked } from '@/lib/masking'
import type { Effect, KnownThing } from '@/lib/operations/effects/effect'
import { orderMark } from '@/lib/order-mark'
import { problem } from '@/lib/problem'
import type { CommandCall } from '../admit'
import { database } from '../database/open'
import { prepared } from '../database/prepared'
import type { Tables } from '../database/schema'
import { canonical } from './canonical'
import { append, type Entry } from './chain'
import { processName } from './process-name'
import { seal } from './seal'
import { requireFree } from './target'

export type Action = Tables['actions']

/** What the command would do, and the facts that rests on. */
export type Foretold = { effect: Effect; known: KnownThing }

/** A new action, or the one that was begun under this id before. */
export type Begun = { action: Action; isNew: boolean }

/**
 * Commits the intent before anything leaves: the action's row, its hold on the target and the journal's entry, in one transaction.
 * Throws `conflict` for the same id with another request, a busy or unsettled target, or knowledge older than what is known now;
 * any other error means that nothing was written and nothing may be sent.
 */
export async function begin(call: CommandCall, { effect, known }: Foretold): Promise<Begun> {
  const store = await database()
  const row = actionOf(call, effect, known)
  return store.transaction().execute(async (tx) => {
    const { numAffectedRows } = await addAction(tx, row)
    if (numAffectedRows !== 1n) return { action: await earlier(tx, row), isNew: false }
    await requireFree(tx, call, row)
    await append(
      tx,
      entryOf(row, 'intent', {
        request: JSON.parse(row.request),
        effect: JSON.parse(row.effect),
        target: row.target,
        undoes: row.undoes,
        address: call.address.source,
      }),
    )
    return { action: row, isNew: true }
  })
}

const addAction = prepared((store, row: Action) =>
  store
    .insertInto('actions')
    .values(row)
    .onConflict((conflict) => conflict.column('action_id').doNothing()),
)

async function earlier(tx: Transaction<Tables>, row: Action): Promise<Action> {
  const found = await tx.selectFrom('actions').selectAll().where('action_id', '=', row.action_id).executeTakeFirstOrThrow()
  if (found.digest === row.digest) return found
  throw problem('conflict', 'This action id was used for another request. Nothing was sent.', {
    code: 'action_id_used',
    actionId: row.action_id,
  })
}

function actionOf(call: CommandCall, effect: Effect, known: KnownThing): Action {
  const { operation, merchant, params, body, person, actionId, ticket, undoes } = call
  return {
    action_id: actionId,
    digest: createHash('sha256')
      .update(canonical([operation.name, merchant.code, params, body ?? null, person.accountId]))
      .digest('hex'),
    state: 'sent',
    settled_as: null,
    operation: operation.name,
    merchant: merchant.code,
    buyer_id: params.buyerId ?? null,
    target: targetOf(call),
    account_id: person.accountId,
    person: person.name,
    ticket,
    process: processName(),
    request: canonical(masked({ params, body: body ?? null })),
    effect: canonical(masked(effect)),
    sealed: seal({ params, body: body ?? null, known: withoutLists(known), buyerAddress: typedIn(call) }),
    undoes,
    created_at: new Date().toISOString(),
    answered_at: null,
    answer: null,
  }
}

/** Lists, such as everything that ever became of a subscription, are of no use to an undo and may be long. */
const withoutLists = (known: KnownThing): KnownThing =>
  Object.fromEntries(Object.entries(known).filter(([, fact]) => !Array.isArray(fact?.value)))

/** The buyer's address where a person had to type it: what follows from the action is signed with it too. */
const typedIn = ({ address: { address, source } }: CommandCall): string | null => (source === 'typed' ? address : null)

/** What two commands must not do to each other: see `target` of the operation. */
export function targetOf({
  operation,
  params,
  body,
  actionId,
}: Pick<CommandCall, 'operation' | 'params' | 'body' | 'actionId'>): string {
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
        .digest('hex')}` // the same order twice is what must not happen unseen
    default:
      return `action:${actionId}`
  }
}

/** Two tries at one order differ in the mark alone. */
function withoutMark(body: unknown): unknown {
  const { metaData, ...order } = body as { metaData?: Record<string, unknown> }
  const { [orderMark]: _, ...rest } = metaData ?? {}
  return { ...order, ...(Object.keys(rest).length > 0 ? { metaData: rest } : {}) }
}

export function entryOf(action: Action, kind: Entry['kind'], detail: unknown): Entry {
  return {
    kind,
    detail,
    actionId: action.action_id,
    accountId: action.account_id,
    person: action.person,
    merchant: action.merchant,
    operation: action.operation,
    buyerId: action.buyer_id,
    ticket: action.ticket,
  }
}
