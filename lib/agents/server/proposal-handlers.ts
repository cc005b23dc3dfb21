import 'server-only'
import * as z from 'zod/mini'
import type { ApprovalInDetail, ApprovalsList } from '@/lib/commands/approval'
import { decideOn, detail, list } from '@/lib/commands/server/approval-handlers'
import { replay } from '@/lib/commands/server/replay'
import { database } from '@/lib/database/open'
import { sentOnce } from '@/lib/journal/action-ids'
import { filled, wholeText } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answeredAgain, askedUnder } from '@/lib/people/server/answer-once'
import { requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson, searchIn } from '@/lib/platform/request'
import type { ProposalInDetail, ProposalList } from '../proposal'
import { findProposal, type ProposalRow, proposalOf } from './kept-proposals'
import { listProposals, openProposal } from './lane'
import { decideProposal } from './press'

type OfApproval = { approvalId: string }

/** `GET /api/desk/approvals`: what people requested, or with `?lane=machines` what machines propose. */
export async function listLane(request: Request, person: Person): Promise<ApprovalsList | ProposalList> {
  const { lane, ...rest } = searchIn(request)
  if (lane === undefined) return list(request, person)
  checked(z.strictObject({ lane: z.literal('machines', 'Use machines, or leave it out') }), { lane, ...rest })
  return listProposals(person)
}

/** `GET /api/desk/approvals/{approvalId}`: with its effect computed anew. To open a proposal is what lets a person press it. */
export async function openRequest(
  request: Request,
  person: Person,
  params: OfApproval,
): Promise<ApprovalInDetail | ProposalInDetail> {
  const row = await findProposal(await database(), idIn(params.approvalId))
  return row === null ? detail(request, person, params) : openProposal(person, row)
}

const decision = z.strictObject({
  approve: z.boolean(),
  effectHash: z.string(),
  note: z.nullable(keptLine(255)),
  reason: z.optional(filled(255, 'Enter a reason')),
})
const headers = z.object({ 'x-shown-version': z.nullable(wholeText('Send the version you were shown')) })

/**
 * `POST /api/desk/approvals/{approvalId}/decide` with an `x-action-id`. Of a person's request a manager decides; a proposal is pressed by
 * whoever may do what it says, or declined.
 */
export async function decideRequest(request: Request, person: Person, params: OfApproval): Promise<Response> {
  const answer = await decided(request, person, params)
  // What sends no command has no outcome, and a good answer that says neither isn't ours.
  if (answer.ok && !answer.headers.has('x-outcome')) answer.headers.set('x-decided', 'true')
  return answer
}

async function decided(request: Request, person: Person, params: OfApproval): Promise<Response> {
  const row = await findProposal(await database(), idIn(params.approvalId))
  if (row === null) return decideOn(request, person, params)
  const id = actionIdIn(request)
  const given = checked(decision, await readJson(request))
  const shown = checked(headers, { 'x-shown-version': request.headers.get('x-shown-version') })
  requireMerchant(person, row.merchant)
  const asked = askedUnder(id, person, { what: 'decideProposal', merchant: row.merchant, content: { id: row.id, given } })
  return sentOnce<unknown>(
    asked,
    (claim, actionRequest) =>
      decideProposal(person, row, {
        ...given,
        reason: given.reason ?? null,
        shownVersion: shown['x-shown-version'],
        actionRequest,
        claim,
      }),
    (first) => again(row, first),
  )
}

/** The first answer once more: what a press requested, of a command its outcome, and otherwise the proposal as it is. */
async function again({ id, action_id }: ProposalRow, first: unknown): Promise<Response> {
  if (first !== null) return answeredAgain(first)
  const store = await database()
  const action = await store.selectFrom('actions').select('action_id').where('action_id', '=', action_id).executeTakeFirst()
  if (action) return replay(action_id)
  const row = await findProposal(store, id)
  return answeredAgain(row && proposalOf(row))
}
