import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Approval, ApprovalInDetail } from '@/lib/approval'
import { masked } from '@/lib/masking'
import type { Effect } from '@/lib/operations/effects/effect'
import { problem } from '@/lib/problem'
import { may } from '@/lib/roles'
import { closedTo, requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { canonical } from './canonical'
import { append, type EntryKind } from './chain'
import { commandCall, type Wanted } from './command-call'
import { perform } from './perform'
import { predicted } from './predicted'
import { seal, unseal } from './seal'
import { wordsOf } from './words-of'

type Row = Tables['approvals']

const lifeMs = 30 * 60_000

/** Asks for a manager's approval of a command. Asking again with the same action id gives the first request. */
export async function askApproval(
  wanted: Wanted,
  given: { person: Person; actionId: string; ticket: string | null },
): Promise<Approval> {
  const call = await commandCall(wanted, { ...given, approved: true })
  const { effect } = await predicted(call)
  const now = new Date()
  const row: Row = {
    id: randomUUID(),
    state: 'waiting',
    operation: wanted.operation,
    merchant: wanted.merchant,
    buyer_id: wanted.params.buyerId ?? null,
    account_id: given.person.accountId,
    person: given.person.name,
    ticket: given.ticket,
    request: canonical(masked({ params: call.params, body: call.body })),
    sealed: seal({ params: call.params, body: call.body, buyerAddress: wanted.buyerAddress ?? null }),
    effect_hash: effectHash(wanted, effect),
    action_id: given.actionId,
    asked_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifeMs).toISOString(),
    ...{ decided_at: null, decided_by: null, decision_note: null },
  }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('approvals')
      .values(row)
      .onConflict((conflict) => conflict.column('action_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n)
      await note(tx, row, 'approval-asked', given.person, { request: JSON.parse(row.request), effect })
  })
  const kept = await store.selectFrom('approvals').selectAll().where('action_id', '=', given.actionId).executeTakeFirstOrThrow()
  return approvalFor(given.person, kept)
}

/** Of the request and of the facts it rests on: not of times, which pass. */
export function effectHash(wanted: Wanted, effect: Effect): string {
  const facts = effect.rows.map(({ field, before, after }) => [field, before, after])
  return createHash('sha256')
    .update(canonical([wanted.operation, wanted.merchant, wanted.params, wanted.body, facts]))
    .digest('hex')
}

/** Requests that wait: all of them for who may approve, otherwise one's own of the last day. */
export async function listApprovals(person: Person): Promise<Approval[]> {
  const store = await database()
  const since = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('approvals')
    .selectAll()
    .where('asked_at', '>', since)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'approve'), (query) => query.where('account_id', '=', person.accountId))
    .orderBy('asked_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => approvalFor(person, row))
}

/** The request with its preview computed anew. */
export async function approvalInDetail(person: Person, id: string): Promise<ApprovalInDetail> {
  const row = await approvalRow(id)
  if (row.account_id !== person.accountId && !may(person.role, 'approve'))
    throw problem('forbidden', 'This request is somebody else’s.')
  const { effect, hash } = await anew(row, person)
  return { approval: approvalFor(person, row), effect: masked(effect), effectHash: hash, factsChanged: hash !== row.effect_hash }
}

/**
 * Decides. Nobody decides their own; facts that changed since void the request; approving sends the command in the asker's name.
 * Answers as the command does, or with the request where nothing was sent.
 */
export async function decide(
  person: Person,
  id: string,
  decision: { approve: boolean; effectHash: string; note: string | null },
): Promise<Response> {
  const row = await approvalRow(id)
  requireMerchant(person, row.merchant)
  if (row.account_id === person.accountId)
    throw problem('forbidden', 'Nobody approves their own request.', { code: 'own_request' })
  if (stateOf(row) !== 'waiting') throw problem('conflict', `This request is ${stateOf(row)} already.`, { code: 'decided' })
  const { hash, call } = await anew(row, person)
  const changed = decision.approve && (hash !== row.effect_hash || hash !== decision.effectHash)
  const state = changed ? 'voided' : decision.approve ? 'approved' : 'declined'
  await close(row, state, person, decision.note)
  if (changed)
    throw problem('conflict', 'Something it rests on has changed since it was asked. It is void: nothing was sent.', {
      code: 'changed',
    })
  if (!decision.approve)
    return Response.json(approvalFor(person, await approvalRow(id)), { headers: { 'cache-control': 'no-store' } })
  return perform(call)
}

async function close(
  row: Row,
  state: 'approved' | 'declined' | 'voided',
  person: Person,
  decisionNote: string | null,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('approvals')
      .set({ state, decided_at: new Date().toISOString(), decided_by: person.name, decision_note: decisionNote })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('conflict', 'Somebody else has just decided this request.', { code: 'decided' })
    await note(tx, row, state, person, { askedBy: row.person, note: decisionNote })
  })
}

async function anew(row: Row, person: Person) {
  const wanted = {
    operation: row.operation,
    merchant: row.merchant,
    ...(unseal(row.sealed) as Pick<Wanted, 'params' | 'body' | 'buyerAddress'>),
  }
  const asker: Person = { ...person, accountId: row.account_id, name: row.person }
  const call = await commandCall(wanted, { person: asker, actionId: row.action_id, ticket: row.ticket, approved: true })
  const { effect } = await predicted(call)
  return { call, effect, hash: effectHash(wanted, effect) }
}

async function approvalRow(id: string): Promise<Row> {
  const store = await database()
  const row = await store.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'There is no such request.')
  return row
}

const note = (tx: Transaction<Tables>, row: Row, kind: EntryKind, person: Person, detail: unknown) =>
  append(tx, {
    ...{ kind, detail, actionId: row.action_id, accountId: person.accountId, person: person.name },
    ...{ merchant: row.merchant, operation: row.operation, buyerId: row.buyer_id, ticket: row.ticket },
  })

const stateOf = ({ state, expires_at }: Row): Approval['state'] =>
  state === 'waiting' && Date.parse(expires_at) < Date.now() ? 'expired' : state

function approvalFor(person: Person, row: Row): Approval {
  const request = JSON.parse(row.request) as Approval['request']
  return {
    ...{
      id: row.id,
      state: stateOf(row),
      operation: row.operation,
      words: wordsOf({ ...row, request }, row.asked_at),
      merchant: row.merchant,
      buyerId: row.buyer_id,
    },
    ...{ person: row.person, mine: row.account_id === person.accountId, ticket: row.ticket, request, actionId: row.action_id },
    ...{
      askedAt: row.asked_at,
      expiresAt: row.expires_at,
      decidedAt: row.decided_at,
      decidedBy: row.decided_by,
      note: row.decision_note,
    },
  }
}
