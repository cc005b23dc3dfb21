import 'server-only'
import type { Transaction } from 'kysely'
import { askApproval } from '@/lib/commands/server/approvals'
import { closedBefore } from '@/lib/commands/server/closed-before'
import { type CommandCall, commandCall } from '@/lib/commands/server/command-call'
import { commandNamed } from '@/lib/commands/server/command-named'
import { effectHash } from '@/lib/commands/server/effect-hash'
import { lookFirst } from '@/lib/commands/server/look-first'
import { perform } from '@/lib/commands/server/perform'
import { decidedAlready } from '@/lib/commands/server/spend-approval'
import { fromOwnJson } from '@/lib/core/json'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { ActionRequest, Claim } from '@/lib/journal/action-ids'
import { waitForTurn } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { noLongerNews } from '@/lib/notices/server/notify'
import { actOf } from '@/lib/people/server/answer-signed'
import { merchantByCode, requireMerchant } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { requireStillMay } from '@/lib/people/server/person-now'
import type { Person } from '@/lib/people/server/sessions'
import { jsonResponse } from '@/lib/platform/answers'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { claimSigned } from '@/lib/signatures/server/claim-signed'
import { changeOf, findProposal, type ProposalRow, proposalOf, stateOf } from './kept-proposals'
import { requireLookedAt } from './lane'
import { predictProposal, type RequestedChange, reasonIn, rightOf } from './predict'
import { recordOnProposal } from './proposals'
import { machinesOff } from './switch'
import { revokedAmong } from './tokens'

/** How a person decides on a proposal. */
export type Decision = {
  approve: boolean
  effectHash: string
  note: string | null
  /** The reason that's sent, where the person changed the machine's. */
  reason: string | null
  shownVersion: number | null
  actionRequest: ActionRequest
  /** Of that request, for whatever sends no command: a command claims its id itself. */
  claim: Claim
}

/**
 * Presses a proposal or declines it. A press is an ordinary command of the presser, with their own right and exactly as they saw it; where a
 * rule says so it asks a manager instead. Either way it uses the proposal up in the transaction that begins it, so that one press is one command.
 */
export async function decideProposal(person: Person, row: ProposalRow, decision: Decision): Promise<Response> {
  requireMerchant(person, row.merchant)
  const change = changeOf(row)
  const state = stateOf(row)
  if (state !== 'waiting') throw await closedBefore(row, person, { state, thing: 'proposal' })
  if (!decision.approve) return decline(person, row, decision)
  if (change === null)
    throw problem('conflict', 'The buyer was erased, so nothing can be done. Decline the proposal.', { code: 'erased' })
  requireRight(person, rightOf(change.verb))
  const lookedFor = await requireLookedAt(await database(), { id: row.id, person, effectHash: decision.effectHash })
  const press: Press = { person, row, decision, change, lookedFor }
  return change.verb.operation === null ? pressRefund(press) : pressCommand(press, change.verb.operation.name)
}

type Press = { person: Person; row: ProposalRow; decision: Decision; change: RequestedChange; lookedFor: number }

async function pressCommand(press: Press, name: string): Promise<Response> {
  const { person, row, decision, change } = press
  const [command, merchant] = [commandNamed(name), merchantByCode(row.merchant)]
  const { params, body } = (await predictProposal(person, merchant, change)).request
  const look = () => lookFirst(person, { ...command, merchant, params, body, buyerId: row.buyer_id })
  await look()
  const { request, hash } = await predictProposal(person, merchant, change)
  const inTheirWords = withReason(request, decision.reason)
  const about = { person, actionId: row.action_id, ticket: row.ticket, actionRequest: decision.actionRequest }
  let call: CommandCall
  try {
    call = await commandCall(command, inTheirWords, { ...about, shownVersion: decision.shownVersion })
  } catch (cause) {
    if (!(cause instanceof ServiceProblem) || cause.problem.code !== 'approval_required') throw cause
    requireAsShown(hash, decision)
    const asker = { person, actionId: decision.actionRequest.id, ticket: row.ticket }
    return claimPress(press, async (claiming) => {
      const asking: Claim = {
        ...claiming,
        async take(tx) {
          await claiming.take(tx)
          await use(tx, press, { askedManager: true })
        },
      }
      return jsonResponse(await askApproval(command, inTheirWords, asker, asking))
    })
  }
  const take = async (tx: Transaction<Tables>, effect: Parameters<typeof effectHash>[1]) => {
    await use(tx, press, {})
    // Whoever changed the reason was shown all the rest.
    requireAsShown(effectHash(withReason(call.requested, reasonIn(request.body)), effect), decision)
  }
  try {
    return await perform({ ...call, look, proposal: { by: row.proposed_by, take } })
  } catch (cause) {
    // The proposal's id is that of its command, so whoever else was quicker has used it.
    const isUsed = cause instanceof ServiceProblem && cause.problem.code === 'action_id_used'
    const now = isUsed ? await findProposal(await database(), row.id) : null
    if (now && stateOf(now) !== 'waiting') throw await closedBefore(now, person, { state: stateOf(now), thing: 'proposal' })
    throw cause
  }
}

/** A refund is asked for at the refund desk, by whoever presses and in the machine’s words. */
async function pressRefund(press: Press): Promise<Response> {
  const { person, row, decision, change } = press
  const { refund, hash } = await predictProposal(person, merchantByCode(row.merchant), change)
  requireAsShown(hash, decision)
  if (refund === null) throw new Error('A refund was wanted that is none')
  const reason = decision.reason ?? refund.reason
  return claimPress(press, async (claiming) => {
    const asking: Claim = {
      ...claiming,
      async take(tx) {
        await claiming.take(tx)
        await requireStillMay(tx, person, { right: 'requestRefund', merchant: merchantByCode(row.merchant) })
        await use(tx, press, {})
      },
    }
    return jsonResponse(await askRefund(person, { ...refund, reason, id: row.action_id, ticket: row.ticket }, asking))
  })
}

/** A press that sends no command: it's signed where the environment says so, as one that does is where its command is sent. */
function claimPress(press: Press, work: (claiming: Claim) => Promise<Response>): Promise<Response> {
  const { person, row, decision } = press
  const act = actOf(decision.actionRequest, person, {
    act: 'press-proposal',
    shows: { proposal: row.id, operation: row.operation, request: fromOwnJson(row.request) },
    entry: { kind: 'pressed', id: row.action_id },
    facts: async () => ({ effectHash: decision.effectHash }), // that it’s still the one that was shown is decided beside it
  })
  return claimSigned(act, decision.claim, (signed) =>
    work({
      ...signed,
      async take(tx) {
        await signed.take(tx)
        await waitForTurn(tx)
      },
    }),
  )
}

/** The same request with another reason, where it has one. */
const withReason = <R extends { body: unknown }>(request: R, reason: string | null): R =>
  reason === null || reasonIn(request.body) === null ? request : { ...request, body: { ...(request.body as object), reason } }

function requireAsShown(hash: string, { effectHash: shown }: Decision): void {
  if (hash === shown) return
  throw problem('conflict', 'Something has just changed, so nothing was sent. The proposal is still open. Review it again.', {
    code: 'changed',
  })
}

/**
 * Uses a proposal up, and writes down who pressed it and who proposed it. Throws where it isn't open any more, machines are off, or the token
 * of its machine was revoked: whoever revoked it no longer trusts what the machine says.
 */
async function use(tx: Transaction<Tables>, { person, row, lookedFor }: Press, more: object): Promise<void> {
  if (await machinesOff(tx))
    throw problem('conflict', 'All machines are turned off, so their proposals can’t be pressed. Nothing was sent.', {
      code: 'agents_off',
    })
  if ((await revokedAmong(tx, [row.token_id])).size > 0)
    throw problem(
      'conflict',
      'The token of this machine was revoked, so its proposals can’t be pressed. Nothing was sent. Decline it.',
      {
        code: 'token_revoked',
      },
    )
  await close(tx, row, { state: 'approved', person, note: null, lookedMs: lookedFor })
  const detail = { proposedBy: row.proposed_by, for: row.person, lookedMs: lookedFor, ...more }
  await recordOnProposal(tx, row, person, { kind: 'pressed', at: await decidedAt(tx, row), detail })
}

async function decline(person: Person, row: ProposalRow, { note, claim }: Decision): Promise<Response> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    await requireStillMay(tx, person, { right: 'act', merchant: merchantByCode(row.merchant) })
    await close(tx, row, { state: 'declined', person, note, lookedMs: null })
    const detail = { proposedBy: row.proposed_by, for: row.person, note }
    await recordOnProposal(tx, row, person, { kind: 'proposal-declined', at: await decidedAt(tx, row), detail })
  })
  const decided = await store.selectFrom('approvals').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  return jsonResponse(proposalOf(decided as ProposalRow))
}

type Closing = { state: 'approved' | 'declined'; person: Person; note: string | null; lookedMs: number | null }

async function close(tx: Transaction<Tables>, row: ProposalRow, { state, person, note, lookedMs }: Closing): Promise<void> {
  const now = new Date().toISOString()
  const closed = await tx
    .updateTable('approvals')
    .set({ state, decided_at: now, decided_by: person.name, decision_note: note, looked_ms: lookedMs })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!closed) throw decidedAlready()
  await noLongerNews(tx, 'proposal-waiting', row.id)
  const open = { state: 'waiting' as const, decided_at: null, decided_by: null, decision_note: null, looked_ms: null }
  await requireAsRecorded(tx, 'approvals', { ...closed, ...open })
}

const decidedAt = async (tx: Transaction<Tables>, { id }: ProposalRow): Promise<string> =>
  (await tx.selectFrom('approvals').select('decided_at').where('id', '=', id).executeTakeFirstOrThrow()).decided_at ?? ''
