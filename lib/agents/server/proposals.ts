import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { masked, maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { once } from '@/lib/journal/action-ids'
import { append, type EntryKind, isRepeat, waitForTurn } from '@/lib/journal/chain'
import { canonical, encryptJson } from '@/lib/journal/crypto'
import { asWritten } from '@/lib/journal/row-digests'
import { notify } from '@/lib/notices/server/notify'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { type ProposalSource, type ProposalState, waitsMs } from '../proposal'
import { type ProposableVerb, verbNamed } from '../verbs'
import type { Calling, CallRecord } from './call-tool'
import { inputDigest } from './calls'
import { findProposal, type ProposalRow, stateOf } from './kept-proposals'
import { refuseOver, requireWithinProposals } from './limits'
import { isSoAlready, type PredictedProposal, predictProposal, type RequestedChange, rightOf } from './predict'

export type Proposing = {
  verb: string
  params: Record<string, string>
  body: unknown
  effectHash: string
  reason: string
  ticket: string
  source: { where: string; quote: string }
  key: string
}
export type ProposalInput = Pick<Proposing, 'verb' | 'params' | 'body'>

export const changeFrom = ({ verb, params, body }: ProposalInput): RequestedChange => ({ verb: verbNamed(verb), params, body })

/** What a machine wants is wanted by its person, so it may want no more than they may do. */
export function requireMayWant({ role }: Person, { verb }: RequestedChange): void {
  if (may(role, rightOf(verb))) return
  throw problem('forbidden', `The person this token works for can’t do that. ${needsRole(rightOf(verb))}`, {
    code: 'person_may_not',
  })
}

/** Puts a proposal into the machines' lane. It does nothing else: what it would do happens when a person presses it. */
export async function propose(
  calling: Calling,
  given: Proposing,
): Promise<{ id: string; state: ProposalState; address: string }> {
  const { machine, merchant } = calling
  if (!machine.scopes.includes('propose'))
    throw problem('forbidden', 'This token may read only. Nothing was proposed.', { code: 'scope' })
  const actionRequest = {
    id: given.key,
    what: 'propose',
    accountId: machine.person.accountId,
    merchant: merchant.code,
    content: { ...given, token: machine.tokenId },
  }
  const id = await once<string, string>(
    actionRequest,
    async (claim) => {
      await requireRoom(await database(), calling)
      await requireWithinProposals(calling)
      const change = changeFrom(given)
      requireMayWant(machine.person, change)
      await requirePreviewed(calling, given)
      const predicted = await predictProposal(machine.person, merchant, change)
      if (predicted.hash !== given.effectHash)
        throw problem('conflict', 'Something has changed since the preview. Nothing was proposed. Preview it again.', {
          code: 'changed',
        })
      if (isSoAlready(predicted.effect))
        throw problem('conflict', 'It’s like that already. Nothing was proposed.', { code: 'already_so' })
      const row = rowOf(calling, given, predicted)
      const store = await database()
      await store.transaction().execute(async (tx) => {
        await claim.take(tx)
        await waitForTurn(tx) // two at once are counted one after the other
        await requireRoom(tx, calling, true)
        await tx.insertInto('approvals').values(row).execute()
        await claim.keep(tx, row.id)
        const detail = {
          request: fromOwnJson(row.request),
          effect: predicted.effect,
          proposedBy: row.proposed_by,
          for: machine.works,
        }
        await recordOnProposal(tx, row, machine.person, { kind: 'proposed', at: row.asked_at, detail })
        await notifyOfProposal(tx, row, verbNamed(given.verb))
      })
      return row.id
    },
    (first) => first,
  )
  const kept = await findProposal(await database(), id) // at a repeat it may have been decided
  return {
    id,
    state: kept ? stateOf(kept) : 'void',
    address: `${new URL(env().NEXTAUTH_URL).origin}/approvals?lane=machines&open=${id}`,
  }
}

/** Tells who may press a proposal that it waits, for as long as it does. */
const notifyOfProposal = (tx: Transaction<Tables>, row: ProposalRow, verb: ProposableVerb): Promise<void> =>
  notify(
    tx,
    {
      kind: 'proposal-waiting',
      of: row.id,
      merchant: row.merchant,
      words: `A machine proposes: ${verb.words}`,
      href: `/approvals?lane=machines&open=${row.id}`,
      until: row.expires_at,
    },
    { right: rightOf(verb) },
  )

const previewedMs = 15 * 60_000

/** What is proposed must have been previewed by the same machine, in the same words, a short time ago. */
async function requirePreviewed({ machine }: Calling, { verb, params, body }: Proposing): Promise<void> {
  const found = await (await database())
    .selectFrom('agent_calls')
    .select('id')
    .where('token_id', '=', machine.tokenId)
    .where('at', '>', new Date(Date.now() - previewedMs).toISOString())
    .where('tool', '=', 'preview_effect')
    .where('outcome', '=', 'done')
    .where('digest', '=', inputDigest({ verb, params, body }))
    .executeTakeFirst()
  if (found) return
  throw problem('conflict', 'This wasn’t previewed within the last 15 minutes. Nothing was proposed. Preview it first.', {
    code: 'preview_first',
  })
}

/** Throws where as many wait as may. What is thrown within a transaction leaves no trace, so managers hear of it by what is asked before. */
async function requireRoom(store: Database, calling: Calling, isAgain = false): Promise<void> {
  const { tokenId, limits } = calling.machine
  const { count } = await store
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('token_id', '=', tokenId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirstOrThrow()
  if (Number(count) < limits.waitingMost) return
  if (isAgain) throw problem('conflict', 'Too many proposals wait. Nothing was proposed.', { code: 'machine_limit' })
  await refuseOver(calling, `${limits.waitingMost} proposals waiting`, 600_000)
}

function rowOf({ machine, merchant }: Calling, given: Proposing, { hash, request, refund }: PredictedProposal): ProposalRow {
  const now = Date.now()
  const source: ProposalSource = {
    where: maskTyped(given.source.where),
    quote: maskTyped(given.source.quote),
    reason: maskTyped(given.reason),
  }
  return {
    id: randomUUID(),
    state: 'waiting',
    operation: given.verb,
    merchant: merchant.code,
    buyer_id: given.params.buyerId ?? null,
    account_id: machine.person.accountId,
    person: machine.works,
    ticket: maskTyped(given.ticket),
    request: canonical(masked({ params: request.params, body: request.body, currency: refund?.currency ?? null })),
    sealed: encryptJson({ params: request.params, body: request.body }),
    effect_hash: hash,
    action_id: randomUUID(),
    asked_at: new Date(now).toISOString(),
    expires_at: new Date(now + waitsMs).toISOString(),
    decided_at: null,
    decided_by: null,
    decision_note: null,
    proposed_by: machine.name,
    token_id: machine.tokenId,
    source: encryptJson(source),
    proposal_key: given.key,
    looked_ms: null,
  }
}

type ProposalStep = { kind: EntryKind; at: string; detail: object }

/** Writes down what becomes of a proposal, at the very moment that its row has. */
export async function recordOnProposal(
  tx: Transaction<Tables>,
  row: ProposalRow,
  person: Person,
  { kind, at, detail }: ProposalStep,
) {
  const { action_id: actionId, merchant, buyer_id: buyerId, ticket } = row
  const operation = verbNamed(row.operation).operation?.name ?? row.operation
  const rows = await asWritten(tx, ['approvals', row.id])
  const who = { accountId: person.accountId, person: person.name }
  await append(tx, { kind, detail, rows, actionId, ...who, merchant, operation, buyerId, ticket }, new Date(at))
}

/** Writes down that a machine was refused what it wanted to propose; the same refusal within a minute is one. */
export async function recordRefusal(
  { machine, merchant }: Calling,
  { buyerId, ticket }: CallRecord,
  code: string,
): Promise<void> {
  const { person, tokenId, name } = machine
  if (isRepeat('proposals-refused', `${tokenId} ${merchant.code} ${code} ${buyerId}`)) return
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await append(tx, {
      kind: 'proposal-refused',
      actionId: null,
      accountId: person.accountId,
      person: person.name,
      merchant: merchant.code,
      operation: null,
      buyerId: buyerId ?? null,
      ticket: ticket ?? null,
      detail: { why: code, proposedBy: name },
    })
  })
}
