import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { claim, idUsed, timesTurnedAway } from '@/lib/journal/action-ids'
import { append, type Entry, waitForTurn } from '@/lib/journal/chain'
import { canonical, encryptJson } from '@/lib/journal/crypto'
import { changedByHand } from '@/lib/journal/row-digests'
import type { Effect, KnownThing } from '@/lib/operations/effects/effect'
import { env } from '@/lib/platform/env'
import { processName } from '@/lib/platform/process-name'
import type { CommandCall } from './command-call'
import { followedBy, mayNotFollow, requireMayBeSent, requireTargetAsRecorded } from './may-be-sent'
import { predicted } from './predicted'
import { takeTarget, targetOf, touchTarget } from './target'
import { noteNeverSent } from './unwritten-outcomes'

export type Action = Tables['actions']

/** What a settlement writes of an action. */
export const settledColumns = ['settled_as', 'settled_at', 'settled_by', 'settled_account', 'settled_how'] as const

/** A new action, or the one that was begun under this id before. */
export type Begun = { action: Action; isNew: boolean }

/**
 * Commits the intent before anything leaves: the action's row, its hold on the target and the journal's entry, in one transaction, in
 * which everything is decided that decides whether it may be sent. Throws `conflict` for an id that was another request's, a busy or
 * unsettled target, `unavailable` (`row_changed`) where somebody deleted the action of this id by hand, and as `requireNotTurnedAway`,
 * `requireTargetAsRecorded` and `requireMayBeSent` do; any other error means that nothing was written and nothing may be sent.
 */
export async function begin(call: CommandCall, waiting: Waiting = {}): Promise<Begun> {
  const store = await database()
  let written: Action | null = null
  const begun = store.transaction().execute(async (tx) => {
    // The first statement writes, so that two who share an id or want the same target wait for each other, on both engines.
    const isRepeat = call.actionRequest !== null && !(await claim(tx, call.actionRequest))
    if (isRepeat) return { action: await begunUnder(tx, call.actionId), isNew: false }
    await requireNotTurnedAway(tx, call, waiting)
    await call.signing?.spend(tx)
    const last = await touchTarget(tx, call)
    const { effect, known } = await predicted(call, { store: tx })
    const row = actionOf(call, effect, known)
    const { numAffectedRows } = await addAction(tx, row)
    if (numAffectedRows !== 1n) return { action: await earlier(tx, row, call), isNew: false }
    await requireNoIntent(tx, row.action_id)
    written = row
    await waitForTurn(tx) // the outcome of what was done last may be about to be written
    await takeTarget(tx, call).catch(async (cause: unknown) => {
      await noteWaiting(tx, call, waiting)
      throw cause
    })
    await requireTargetAsRecorded(tx, call, last)
    await requireMayBeSent(tx, call)
    const { target, undoes } = row
    const [request, shown] = [row.request, row.effect].map((text): unknown => fromOwnJson(text))
    const { part, proposal } = call
    const of = { ...(part && { incident: part.incident }), ...(proposal && { proposedBy: proposal.by }) }
    await append(tx, {
      ...entryOf(row, 'intent', { request, effect: shown, target, undoes, address: call.address.source, ...of }),
      rows: [{ table: 'actions', id: row.action_id, values: row }],
    })
    return { action: row, isNew: true }
  })
  return begun.catch((cause: unknown) => {
    if (written !== null && !(cause instanceof ServiceProblem)) noteNeverSent(written) // the answer to the commit may be all that was lost
    throw cause
  })
}

// Requests that share an action id may wait for the same busy target on several copies. Whoever is told that nothing was sent may try again under
// another id. So once one of them has been told that, those that were waiting then aren't sent either.

/** A request that waits for its target, from the first time that the target was busy, or that has looked at something before. */
export type Waiting = {
  /** How many requests under its id had been told by then that nothing was sent. */
  turnedAway?: number | undefined
  isOver?: boolean
}

/** Notes, in a transaction that holds the action id, that a request begins to wait. */
async function noteWaiting(tx: Transaction<Tables>, call: CommandCall, waiting: Waiting): Promise<void> {
  if (call.actionRequest !== null) waiting.turnedAway ??= await timesTurnedAway(tx, call.actionRequest)
}

/** Throws `conflict` where the same request was told that nothing was sent, while this one waited. To be called while the action id is held. */
async function requireNotTurnedAway(tx: Transaction<Tables>, call: CommandCall, waiting: Waiting): Promise<void> {
  const request = call.actionRequest
  if (request === null || waiting.turnedAway === undefined) return
  if ((await timesTurnedAway(tx, request)) === waiting.turnedAway) return
  waiting.isOver = true
  const detail =
    'The same request was made twice, and the other one was told that nothing was sent. So nothing was sent. Try again.'
  throw problem('conflict', detail, { code: 'target_busy' })
}

const graceMs = 15_000

/** Whether an action was sent so long ago that no copy can have its request on the wire any more. */
export const isOffTheWire = ({ created_at }: Pick<Action, 'created_at'>, now = Date.now()): boolean =>
  now - Date.parse(created_at) > env().SERVICE_WRITE_LIMIT_MS + graceMs

/** Adds nothing where the id was used before, and where another undoes or sends again what this one does. */
const addAction = prepared((store, row: Action) =>
  store
    .insertInto('actions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

/** Somebody may have deleted an action and its id from the database. What the journal knows to be begun is not begun once more. */
async function requireNoIntent(tx: Transaction<Tables>, id: string): Promise<void> {
  const [intent] = (await intentOf(tx, { id })).rows
  if (!intent) return
  const { problem: said } = changedByHand(`actions ${id}`, `entry ${intent.seq} of the journal began it, but it’s gone`)
  const detail = `Somebody deleted this action from the database after entry ${intent.seq} of the journal had begun it, so it may have been sent then. Nothing was sent now. Tell the person who runs Counterfoil.`
  throw problem('unavailable', detail, { code: said.code, title: 'Nothing was sent now', actionId: id })
}

const intentOf = prepared((store, { id }: { id: string }) =>
  store.selectFrom('journal').select('seq').where('action_id', '=', id).where('kind', '=', 'intent').limit(1),
)

const begunUnder = (tx: Transaction<Tables>, id: string): Promise<Action> =>
  tx.selectFrom('actions').selectAll().where('action_id', '=', id).executeTakeFirstOrThrow()

/**
 * Why the action could not be added though its id was new. Where an older version, which kept no ids, had begun it, returns that one; where
 * another action follows the same one, throws.
 */
async function earlier(tx: Transaction<Tables>, row: Action, call: CommandCall): Promise<Action> {
  const found = await tx.selectFrom('actions').selectAll().where('action_id', '=', row.action_id).executeTakeFirst()
  if (!found) {
    throw call.undoes === null
      ? mayNotFollow('send_again', 'Somebody has already sent it again.')
      : mayNotFollow('undo', 'This action has already been undone.')
  }
  if (call.approval) throw carriedOut(call)
  if (found.digest === row.digest) return found
  throw idUsed()
}

/** The problem where the action of an approved request was begun before, and so not by this approval. */
const carriedOut = ({ actionId }: CommandCall): ServiceProblem =>
  problem('conflict', 'This request has already been carried out. Nothing was sent now.', { code: 'decided', actionId })

function actionOf(call: CommandCall, effect: Effect, known: KnownThing): Action {
  const { operation, merchant, params, body, person, actionId, ticket, undoes, buyerId } = call
  return {
    action_id: actionId,
    digest: contentDigest({ operation, merchant, params, body, person }),
    state: 'sent',
    settled_as: null,
    settled_at: null,
    settled_by: null,
    settled_account: null,
    settled_how: null,
    contradicted_at: null,
    operation: operation.name,
    merchant: merchant.code,
    buyer_id: buyerId,
    target: targetOf(call),
    account_id: person.accountId,
    person: person.name,
    ticket,
    process: processName(),
    request: canonical(masked({ params, body: body ?? null })),
    effect: canonical(masked(effect)),
    sealed: encryptJson({ ...call.requested, body: body ?? null, known: withoutLists(known) }),
    undoes,
    follows: followedBy(call),
    incident: call.part?.incident ?? null,
    proposed_by: call.proposal?.by ?? null,
    created_at: new Date().toISOString(),
    answered_at: null,
    answer: null,
  }
}

/** What makes two actions under one id the same. Without a key, so it stays the same where the secrets are changed. */
export const contentDigest = ({
  operation,
  merchant,
  params,
  body,
  person,
}: Pick<CommandCall, 'operation' | 'merchant' | 'params' | 'body' | 'person'>): string =>
  createHash('sha256')
    .update(canonical([operation.name, merchant.code, params, body ?? null, person.accountId]))
    .digest('hex')

/** Lists, such as everything that ever became of a subscription, are of no use to an undo and may be long. */
const withoutLists = (known: KnownThing): KnownThing =>
  Object.fromEntries(Object.entries(known).filter(([, fact]) => !Array.isArray(fact?.value)))

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
