import 'server-only'
import { fromOwnJson, isObject } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import type { Proposal, ProposalSource, ProposalState } from '../proposal'
import { verbNamed } from '../verbs'
import type { RequestedChange } from './predict'
import { inSight } from './shown'

/** A proposal as it is kept, among the requests for approval. */
export type ProposalRow = Tables['approvals'] & { proposed_by: string; token_id: string }

/** The proposal with an id; null for what a person requested, and for none. */
export async function findProposal(store: Database, id: string): Promise<ProposalRow | null> {
  const row = await store.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
  return row && isProposal(row) ? row : null
}

export const isProposal = (row: Tables['approvals']): row is ProposalRow => row.proposed_by !== null && row.token_id !== null

const states = { approved: 'pressed', declined: 'declined', voided: 'void' } as const

export function stateOf({ state, expires_at }: ProposalRow): ProposalState {
  if (state !== 'waiting') return states[state]
  return Date.parse(expires_at) < Date.now() ? 'expired' : 'waiting'
}

export function proposalOf(row: ProposalRow): Proposal {
  return {
    id: row.id,
    state: stateOf(row),
    verb: row.operation,
    words: verbNamed(row.operation).words,
    to: valueIn(row.request),
    merchant: row.merchant,
    buyerId: row.buyer_id,
    proposedBy: row.proposed_by,
    person: row.person,
    ticket: row.ticket,
    proposedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    note: row.decision_note,
    actionId: row.action_id,
  }
}

const namedValues = ['expirationDate', 'amount', 'chargeMethodTokenId', 'email']

/** The one value of the masked request that tells two proposals of a verb apart. */
function valueIn(request: string): string | null {
  const kept = fromOwnJson<unknown>(request)
  const body = isObject(kept) && isObject(kept.body) ? kept.body : {}
  const [value] = namedValues.flatMap((name) => body[name] ?? [])
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return isObject(kept) && typeof kept.currency === 'string' ? `${value} ${kept.currency}` : String(value)
}

/** What was wanted, in clear; null once the buyer is erased. */
export function changeOf(row: ProposalRow): RequestedChange | null {
  if (row.sealed === '') return null
  const { params, body } = decryptJson(row.sealed) as { params: Record<string, string>; body: unknown }
  return { verb: verbNamed(row.operation), params, body }
}

/** What the machine read, with whatever it hides spelt out; null once the buyer is erased. */
export function sourceOf({ source }: ProposalRow): ProposalSource | null {
  if (source === null || source === '') return null
  const { where, quote, reason } = decryptJson(source) as ProposalSource
  return { where: inSight(where), quote: quote.split(/\r?\n/).map(inSight).join('\n'), reason: inSight(reason) }
}
