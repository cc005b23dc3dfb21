import 'server-only'
import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { dayMs } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { type ActionRequest, type Claim, claim, idUsed, noClaim } from '@/lib/journal/action-ids'
import { waitForTurn } from '@/lib/journal/chain'
import { canonical, encryptJson } from '@/lib/journal/crypto'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Effect } from '@/lib/operations/effects/effect'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { jsonResponse } from '@/lib/platform/answers'
import type { Approval } from '../approval'
import { approvedCall, requestIn, requireNotRequested } from './approved-call'
import { closedBefore } from './closed-before'
import { type CommandRequest, commandCall } from './command-call'
import { commandNamed } from './command-named'
import { notifyOfApproval } from './command-notices'
import { effectHash } from './effect-hash'
import { lookFirst } from './look-first'
import { perform } from './perform'
import { predicted } from './predicted'
import { closeApproval, decidedAlready, type Granted, recordOnApproval } from './spend-approval'
import { wordsOf } from './words-of'

type ApprovalRow = Tables['approvals']

const lifeMs = 30 * 60_000

/** What a request has that no machine proposed. */
const askedByPerson = { proposed_by: null, token_id: null, source: null, proposal_key: null, looked_ms: null }

/** Asks for a manager's approval of a command, and claims the action id for it. */
export async function askApproval(
  command: RuledCommand,
  requested: CommandRequest,
  given: { person: Person; actionId: string; ticket: string | null },
  claimFor: Claim = noClaim,
): Promise<Approval> {
  const call = await commandCall(command, requested, { ...given, approved: true })
  const { effect } = await predicted(call)
  const now = new Date()
  const row: ApprovalRow = {
    id: randomUUID(),
    state: 'waiting',
    operation: command.operation.name,
    merchant: requested.merchant,
    buyer_id: call.buyerId,
    account_id: given.person.accountId,
    person: given.person.name,
    ticket: given.ticket,
    request: canonical(masked({ params: call.params, body: call.body })),
    sealed: encryptJson(call.requested),
    effect_hash: effectHash(call.requested, effect),
    action_id: given.actionId,
    asked_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifeMs).toISOString(),
    decided_at: null,
    decided_by: null,
    decision_note: null,
    ...askedByPerson,
  }
  const store = await database()
  const asked = approvalFor(given.person, row)
  await store.transaction().execute(async (tx) => {
    await claimFor.take(tx)
    await claimFor.keep(tx, asked)
    const added = await tx
      .insertInto('approvals')
      .values(row)
      .onConflict((conflict) => conflict.column('action_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw idUsed()
    await requireNotRequested(tx, row, { command, requested: call.requested, person: given.person })
    await recordOnApproval(tx, row, given.person, {
      kind: 'approval-asked',
      at: row.asked_at,
      detail: { request: fromOwnJson(row.request), effect },
    })
    await notifyOfApproval(tx, row)
  })
  return asked
}

/** In a list that ends somewhere those that wait for a decision are never behind what was decided. */
export const waitingFirst = (is: ExpressionBuilder<Tables, 'approvals'>) =>
  is
    .case()
    .when(is.and([is('state', '=', 'waiting'), is('expires_at', '>', new Date().toISOString())]))
    .then(0)
    .else(1)
    .end()

/** So many requests are counted; one more is read, so that a number says that there are more. */
export const maxApprovals = 100

/** Requests that wait: all of them for who may approve, otherwise one's own of the last day. */
export async function listApprovals(person: Person): Promise<Approval[]> {
  const store = await database()
  const since = new Date(Date.now() - dayMs).toISOString()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('approvals')
    .selectAll()
    .where('asked_at', '>', since)
    .where('proposed_by', 'is', null)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'approve'), (query) => query.where('account_id', '=', person.accountId))
    .orderBy(waitingFirst)
    .orderBy('asked_at', 'desc')
    .limit(maxApprovals + 1)
    .execute()
  return rows.toSorted(byNewest).map((row) => approvalFor(person, row))
}

export const byNewest = (a: Pick<ApprovalRow, 'asked_at'>, b: Pick<ApprovalRow, 'asked_at'>): number =>
  a.asked_at < b.asked_at ? 1 : a.asked_at > b.asked_at ? -1 : 0

type Decision = { approve: boolean; effectHash: string; note: string | null; actionRequest?: ActionRequest | null }

/**
 * Decides. Nobody decides their own; approving sends the command in the asker's name. Answers as the command does, or with the request where
 * nothing was sent. What sends or declines it claims the id of the decision.
 */
export async function decide(person: Person, id: string, decision: Decision): Promise<Response> {
  const row = await approvalRow(id)
  requireMerchant(person, row.merchant)
  if (row.account_id === person.accountId)
    throw problem('forbidden', 'You can’t decide your own request.', { code: 'own_request' })
  const state = stateOf(row)
  if (state !== 'waiting') throw await closedBefore(row, person, { state, thing: 'request' })
  const decided = { by: person, note: decision.note }
  if (decision.approve) return sendApproved(row, decided, decision)
  await decline(row, decided, decision.actionRequest)
  return jsonResponse(approvalFor(person, await approvalRow(id)))
}

/**
 * The request is closed in the transaction that begins its action. If the action can't begin, the request stays open: also where the facts are
 * no longer those that the manager has seen, who then looks again. A hash that nobody was shown fits no facts.
 */
async function sendApproved(
  row: ApprovalRow,
  decided: Pick<Granted, 'by' | 'note'>,
  { effectHash: seenHash, actionRequest = null }: Pick<Decision, 'effectHash' | 'actionRequest'>,
): Promise<Response> {
  const { call, hashOf } = await approvedCall(row, decided.by)
  const look = () => lookFirst(decided.by, { ...call, buyerAddress: call.requested.buyerAddress })
  await look()
  const isBoundTo = (effect: Effect) => hashOf(effect) === seenHash
  return perform({
    ...call,
    actionRequest,
    look,
    approval: { ...decided, row, isBoundTo, isAsRequested: seenHash === row.effect_hash },
  })
}

async function decline(
  row: ApprovalRow,
  decided: Pick<Granted, 'by' | 'note'>,
  actionRequest: ActionRequest | null = null,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    if (actionRequest !== null && !(await claim(tx, actionRequest))) throw decidedAlready()
    await waitForTurn(tx) // the lock that beginning an approved action takes first, too: two locks in two orders could wait for each other for ever
    await closeApproval(tx, row, 'declined', decided)
  })
}

/** Asks again for what lapsed, in the words it was asked in and on the facts of now. Only its asker does. */
export async function askAgain(person: Person, id: string, actionId: string, claimFor?: Claim): Promise<Approval> {
  const row = await approvalRow(id)
  if (row.account_id !== person.accountId) throw problem('forbidden', 'This isn’t your request.', { code: 'not_yours' })
  const state = stateOf(row)
  if (state !== 'expired' && state !== 'voided')
    throw problem('conflict', state === 'waiting' ? 'This request is still open.' : `This request is already ${state}.`, {
      code: 'decided',
    })
  if (row.sealed === '')
    throw problem('conflict', 'What was requested isn’t kept any more. Open the buyer and request it there.', { code: 'erased' })
  return askApproval(commandNamed(row.operation), requestIn(row), { person, actionId, ticket: row.ticket }, claimFor)
}

export async function approvalRow(id: string): Promise<ApprovalRow> {
  const store = await database()
  const row = await store.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that request.')
  return row
}

const stateOf = ({ state, expires_at }: ApprovalRow): Approval['state'] =>
  state === 'waiting' && Date.parse(expires_at) < Date.now() ? 'expired' : state

export function approvalFor(person: Person, row: ApprovalRow): Approval {
  const request = fromOwnJson<Approval['request']>(row.request)
  return {
    id: row.id,
    state: stateOf(row),
    operation: row.operation,
    words: wordsOf({ ...row, request }, row.asked_at),
    merchant: row.merchant,
    buyerId: row.buyer_id,
    person: row.person,
    mine: row.account_id === person.accountId,
    ticket: row.ticket,
    request,
    actionId: row.action_id,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    note: row.decision_note,
  }
}
