import 'server-only'
import type { Transaction } from 'kysely'
import type { ApprovalAbout } from '@/lib/commands/approval'
import { changesSince } from '@/lib/commands/approval-changes'
import { aboutApprovals } from '@/lib/commands/server/approval-about'
import { approvalFor, byNewest, waitingFirst } from '@/lib/commands/server/approvals'
import { dayMs, hourMs } from '@/lib/core/dates'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { masked, maskTyped } from '@/lib/core/masking'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { knownVersion } from '@/lib/knowledge/server/facts'
import type { Effect } from '@/lib/operations/effects/effect'
import { closedTo, merchantByCode, requireMerchant } from '@/lib/people/server/merchant-rights'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { lookedMs, type ProposalInDetail, type ProposalList } from '../proposal'
import { verbNamed } from '../verbs'
import { describeApproval, outcomesOf } from './effect-tools'
import { changeOf, isProposal, type ProposalRow, proposalOf, sourceOf, stateOf } from './kept-proposals'
import { isSoAlready, predictProposal, type RequestedChange, reasonIn, rightOf } from './predict'
import { machinesOff } from './switch'
import { revokedAmong } from './tokens'

const maxListed = 100
/** The list checks whether the facts of this many have moved. The dialog checks those of any other. */
const maxChecked = 20

/** The machines' lane: what waits, and what became of the last day's. */
export async function listProposals(person: Person): Promise<ProposalList> {
  const store = await database()
  const closed = closedTo(person)
  const found = await store
    .selectFrom('approvals')
    .selectAll()
    .where('proposed_by', 'is not', null)
    .where('asked_at', '>', new Date(Date.now() - dayMs).toISOString())
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .orderBy(waitingFirst)
    .orderBy('asked_at', 'desc')
    .limit(maxListed)
    .execute()
  const rows = found.filter(isProposal).toSorted(byNewest)
  const waiting = rows.filter((row) => stateOf(row) === 'waiting')
  const checked = waiting.slice(0, maxChecked)
  const moved = await Promise.all(checked.map(async (row) => ((await isMoved(row, person)) ? [row.id] : [])))
  return {
    proposals: rows.map(proposalOf),
    about: await aboutApprovals(rows.map((row) => approvalFor(person, row))),
    moved: moved.flat(),
    revoked: await ofRevokedTokens(store, waiting),
    outcomes: await outcomesOf(rows.filter((row) => stateOf(row) === 'pressed')),
    off: await machinesOff(store),
    use: await lastHourOf(store),
  }
}

async function ofRevokedTokens(store: Database, rows: readonly ProposalRow[]): Promise<string[]> {
  const revoked = await revokedAmong(store, [...new Set(rows.map(({ token_id }) => token_id))])
  return rows.filter(({ token_id }) => revoked.has(token_id)).map(({ id }) => id)
}

/** A refund's facts are the service's, which isn't asked for a list. */
async function isMoved(row: ProposalRow, person: Person): Promise<boolean> {
  const change = changeOf(row)
  if (change === null || change.verb.operation === null) return false
  const now = await predictProposals(row, person, change)
  return 'blocked' in now || now.hash !== row.effect_hash
}

/** What each machine did in the last hour. */
async function lastHourOf(store: Database): Promise<ProposalList['use']> {
  const since = new Date(Date.now() - hourMs).toISOString()
  const rows = await store
    .selectFrom('agent_calls')
    .innerJoin('agent_tokens', 'agent_tokens.id', 'agent_calls.token_id')
    .select(({ fn }) => ['agent_tokens.name', 'agent_calls.tool', fn.countAll<string | number>().as('count')])
    .where('agent_calls.at', '>', since)
    .groupBy(['agent_tokens.name', 'agent_calls.tool'])
    .execute()
  const names = [...new Set(rows.map(({ name }) => name))].toSorted()
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    const sum = (some: typeof own) => some.map(({ count }) => Number(count)).reduce((all, one) => all + one, 0)
    return { name, calls: sum(own), proposals: sum(own.filter(({ tool }) => tool === 'propose_action')) }
  })
}

/** A proposal with its effect computed now. What is shown is noted, because only that may be pressed, and for a quarter of an hour. */
export async function openProposal(person: Person, row: ProposalRow): Promise<ProposalInDetail> {
  requireMerchant(person, row.merchant)
  if (row.buyer_id !== null) await recordBuyerShown(person, row.merchant, row.buyer_id)
  const store = await database()
  const verb = verbNamed(row.operation)
  const proposed = await effectProposed(store, row)
  const change = stateOf(row) === 'waiting' ? changeOf(row) : null
  const base = {
    proposal: proposalOf(row),
    about: (await aboutApprovals([approvalFor(person, row)]))[row.id] ?? nobody,
    source: sourceOf(row),
    reason: change === null ? null : maskTyped(reasonIn(change.body) ?? '') || null,
    version: row.buyer_id === null ? null : await knownVersion(row.merchant, row.buyer_id),
    mayNot: may(person.role, rightOf(verb)) ? null : needsRole(rightOf(verb)),
  }
  const old = { effect: proposed ?? forgotten, effectHash: '', changes: [], isMoved: false, approval: null }
  if (change === null) return { ...base, ...old, blocked: stateOf(row) === 'waiting' ? 'The buyer was erased.' : null }
  const revoked = await revokedAmong(store, [row.token_id])
  if (revoked.size > 0) return { ...base, ...old, blocked: describeRevoked(revoked.get(row.token_id) ?? null) }
  const now = await predictProposals(row, person, change)
  if ('blocked' in now) return { ...base, ...old, isMoved: true, blocked: now.blocked }
  const effect = masked(now.effect)
  const isMoved = now.hash !== row.effect_hash
  await recordLook(store, {
    approval_id: row.id,
    account_id: person.accountId,
    at: new Date().toISOString(),
    effect_hash: now.hash,
  })
  return {
    ...base,
    effect,
    effectHash: now.hash,
    isMoved,
    changes: isMoved && proposed ? changesSince(proposed, effect) : [],
    blocked: null,
    approval: await describeApproval(person, merchantByCode(row.merchant), change),
  }
}

const describeRevoked = (by: string | null) =>
  by === null ? 'The token of this machine isn’t valid any more.' : `${by} revoked the token of this machine.`

const nobody: ApprovalAbout = { buyer: null, country: null, product: null, lastPaid: null, charges: null }
const forgotten: Effect = {
  rows: [],
  later: [],
  warnings: [],
  zone: 'UTC',
  undo: { possible: false, why: 'This isn’t kept any more.' },
}

/** What it would do now, or why it can't be pressed: facts that have moved so far make it void. */
async function predictProposals(
  row: ProposalRow,
  person: Person,
  change: RequestedChange,
): Promise<{ effect: Effect; hash: string } | { blocked: string }> {
  try {
    const { effect, hash } = await predictProposal(person, merchantByCode(row.merchant), change)
    return isSoAlready(effect) ? { blocked: 'It’s like that already, so there’s nothing to do.' } : { effect, hash }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem) || !['invalid', 'conflict', 'notFound'].includes(cause.problem.kind)) throw cause
    const [field] = cause.problem.fields
    return { blocked: `It can’t be done any more. ${field?.title ?? cause.problem.detail}` }
  }
}

/** What it would have done when it was proposed, as the journal has it; masked again, for an earlier version masked less. */
async function effectProposed(store: Database, { action_id }: ProposalRow): Promise<Effect | null> {
  const entry = await store
    .selectFrom('journal')
    .select('detail')
    .where('action_id', '=', action_id)
    .where('kind', '=', 'proposed')
    .executeTakeFirst()
  const detail = entry === undefined ? null : fromOwnJson<unknown>(entry.detail)
  return isObject(detail) && isObject(detail.effect) && Array.isArray(detail.effect.rows)
    ? (masked(detail.effect) as Effect)
    : null
}

const recordLook = prepared((store, look: Tables['proposal_looks']) =>
  store
    .insertInto('proposal_looks')
    .values(look)
    .onConflict((conflict) => conflict.columns(['approval_id', 'account_id']).doUpdateSet(look)),
)

/** For how long the person has looked at exactly this. Throws `conflict` where they haven't, or not lately. */
export async function requireLookedAt(
  store: Database | Transaction<Tables>,
  { id, person, effectHash }: { id: string; person: Person; effectHash: string },
): Promise<number> {
  const look = await store
    .selectFrom('proposal_looks')
    .select(['at', 'effect_hash'])
    .where('approval_id', '=', id)
    .where('account_id', '=', person.accountId)
    .executeTakeFirst()
  const ms = look ? Date.now() - Date.parse(look.at) : Number.POSITIVE_INFINITY
  if (look && look.effect_hash === effectHash && effectHash !== '' && ms <= lookedMs) return Math.max(0, ms)
  throw problem(
    'conflict',
    'What you looked at is no longer what would be done, or it was too long ago. Nothing was sent. Review it again.',
    {
      code: 'look_again',
    },
  )
}
