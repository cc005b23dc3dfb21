import 'server-only'
import { commandNamed } from '@/lib/commands/server/command-named'
import { requireNoApproval } from '@/lib/commands/server/requirements'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { describeSource } from '@/lib/knowledge/source-words'
import type { Effect, EffectRow, KnownThing } from '@/lib/operations/effects/effect'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { lookedMs } from '../proposal'
import type { Calling, CallRecord } from './call-tool'
import { inputDigest } from './calls'
import { lookAt } from './charge-tools'
import { changeOf, findProposal, type ProposalRow, stateOf } from './kept-proposals'
import { isSoAlready, predictProposal, type RequestedChange } from './predict'
import { changeFrom, type ProposalInput, type Proposing, propose, requireMayWant } from './proposals'
import { marked } from './shown'

/** What an action would do now. Nothing is sent, and nothing is kept but that it was asked. */
export async function previewEffect(calling: Calling, given: ProposalInput, about: CallRecord): Promise<object> {
  const { machine, merchant } = calling
  await lookAt(calling, given.params.buyerId ?? '', about)
  about.digest = inputDigest(given)
  const change = changeFrom(given)
  requireMayWant(machine.person, change)
  const { effect, known, hash } = await predictProposal(machine.person, merchant, change)
  if (isSoAlready(effect))
    return { possible: false, why: 'It’s like that already, as far as is known.', ...effectFor(effect, known, machine.person) }
  return {
    possible: true,
    verb: given.verb,
    words: change.verb.words,
    ...effectFor(effect, known, machine.person),
    effectHash: hash,
    validUntil: new Date(Date.now() + lookedMs).toISOString(),
    approval: await describeApproval(machine.person, merchant, change),
  }
}

/** Why a manager would have to approve it when this person pressed it, or null. */
export async function describeApproval(
  person: Person,
  merchant: Merchant,
  { verb, body }: RequestedChange,
): Promise<string | null> {
  if (verb.operation === null) return null
  try {
    await requireNoApproval({ ...commandNamed(verb.operation.name), merchant, body, person })
    return null
  } catch (cause) {
    if (cause instanceof ServiceProblem && cause.problem.code === 'approval_required') return cause.problem.detail
    throw cause
  }
}

const ownWords = new Set(['autoChargeStatus', 'endDate', 'isEnabled', 'refund', 'left'])

/** An effect as machines get it. Values that the service named stand in fields of their own, and so do sentences that repeat them. */
function effectFor({ rows, later, warnings, undo }: Effect, known: KnownThing, person: Person): object {
  const outside = rows.filter(({ field }) => !ownWords.has(field)).flatMap(({ before, after }) => [before, after])
  const repeats = (text: string) => outside.some((value) => value !== null && value !== '' && text.includes(value))
  const quoted = (text: string) => (repeats(text) ? { untrustedSays: text } : { says: text })
  return {
    changes: rows.map((row) => ({
      field: row.field,
      label: row.label,
      ...valuesOf(row),
      changes: row.changes,
      ...sourceIn(row, known, person),
    })),
    later: later.map(({ from, until, says, danger }) => ({ from, until, ...quoted(says), danger })),
    warnings: warnings.map(quoted),
    undo: undo.possible ? { possible: true, until: undo.until } : { possible: false, ...quoted(undo.why) },
  }
}

const valuesOf = ({ field, before, after }: EffectRow) =>
  ownWords.has(field) ? { before, after } : (marked({ before, after }) as object)

const sourceIn = ({ field, beforeAsOf }: EffectRow, known: KnownThing, { name }: Person) =>
  known[field] ? { asOf: beforeAsOf, source: describeSource(known[field], name, known) } : {}

export async function proposeAction(calling: Calling, given: Proposing, about: CallRecord): Promise<object> {
  about.ticket = given.ticket
  await lookAt(calling, given.params.buyerId ?? '', about)
  try {
    return await propose(calling, given)
  } catch (cause) {
    if (!(cause instanceof ServiceProblem) || cause.problem.code !== 'action_id_used') throw cause
    throw problem('conflict', 'This key was already used with other content. Nothing was proposed. Use a new key.', {
      code: 'key_used',
    })
  }
}

/** How one of the machine's own proposals stands. */
export async function proposalStatus({ machine, merchant }: Calling, { id }: { id: string }, about: CallRecord): Promise<object> {
  const row = await findProposal(await database(), id)
  if (row?.token_id !== machine.tokenId || row.merchant !== merchant.code)
    throw problem('notFound', 'There is no such proposal of this token.', { code: 'no_such_proposal' })
  about.buyerId = row.buyer_id
  about.ticket = row.ticket
  const state = stateOf(row)
  const base = { id, state, proposedAt: row.asked_at, expiresAt: row.expires_at }
  if (state === 'pressed') return { ...base, by: row.decided_by, at: row.decided_at, outcome: (await outcomesOf([row]))[id] }
  if (state === 'declined') return { ...base, by: row.decided_by, at: row.decided_at, untrustedText: row.decision_note }
  return state === 'waiting' ? { ...base, ...(await ifStill(row, machine.person)) } : base
}

/** Facts that have moved make it void where it would change nothing, or can't be sent any more. */
async function ifStill(row: ProposalRow, person: Person): Promise<object> {
  const change = changeOf(row)
  if (change === null) return { state: 'void', why: 'The buyer was erased.' }
  try {
    const { effect, hash } = await predictProposal(person, merchantByCode(row.merchant), change)
    if (isSoAlready(effect)) return { state: 'void', why: 'It’s like that already.' }
    return { moved: hash !== row.effect_hash }
  } catch (cause) {
    if (cause instanceof ServiceProblem && ['invalid', 'conflict', 'notFound'].includes(cause.problem.kind))
      return { state: 'void', why: 'It can’t be done any more.' }
    throw cause
  }
}

/**
 * What became of proposals that were pressed, by their ids: of a command its outcome, of a refund how the request stands, and that a manager
 * was asked where that was so.
 */
export async function outcomesOf(rows: readonly ProposalRow[]): Promise<Record<string, string>> {
  if (rows.length === 0) return {}
  const store = await database()
  const ids = rows.map(({ action_id }) => action_id)
  const actions = await store
    .selectFrom('actions')
    .select(['action_id', 'state', 'settled_as'])
    .where('action_id', 'in', ids)
    .execute()
  const refunds = await store.selectFrom('refunds').select(['id', 'state']).where('id', 'in', ids).execute()
  const words = new Map([
    ...refunds.map(({ id, state }) => [id, `refund requested, ${state}`] as const),
    ...actions.map((action) => [action.action_id, describeAction(action)] as const),
  ])
  return Object.fromEntries(rows.map(({ id, action_id }) => [id, words.get(action_id) ?? 'a manager was asked to approve it']))
}

const describeAction = ({ state, settled_as }: { state: string; settled_as: string | null }) =>
  settled_as === null ? state : `${state}, settled as ${settled_as}`
