import 'server-only'
import * as z from 'zod/mini'
import { sentOnce } from '@/lib/journal/action-ids'
import { countedGiven, countedOf } from '@/lib/knowledge/server/counted-rows'
import { operations } from '@/lib/operations'
import { uuid, whole } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answeredAgain, answerOnce, askedIn, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor, requireMerchant } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, declaredHeaders, keptLine, readJson, searchIn } from '@/lib/platform/request'
import { typedAddress } from '@/lib/platform/typed-address'
import { type Approval, type ApprovalInDetail, type ApprovalRule, type ApprovalsList, conditionsFor } from '../approval'
import { aboutApprovals } from './approval-about'
import { approvalInDetail } from './approval-detail'
import { addApprovalRule, approvalRules, removeApprovalRule } from './approval-rules'
import { approvalFor, approvalRow, askAgain, askApproval, decide, listApprovals } from './approvals'
import { buyerNamed } from './command-call'
import { commandNamed } from './command-named'
import { quoteIn, requestedWith } from './quotes'
import { replay } from './replay'

const approvalBody = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  buyerAddress: typedAddress,
  actionId: uuid,
  ticket: z.nullable(keptLine(64)),
})

/** `POST /api/desk/approvals`: asks a manager. What the command would carry in headers of its own this request carries in the same. */
export async function ask(request: Request, person: Person): Promise<Approval | Response> {
  requireRight(person, 'act')
  const { actionId, ticket, ...named } = checked(approvalBody, await readJson(request))
  const { operation, ...requested } = named
  const command = commandNamed(operation)
  const headers = declaredHeaders(command.operation, request.headers)
  const quote = quoteIn(request)
  const merchant = merchantFor(request, person).code
  const lookedAt = buyerNamed(requested)
  if (lookedAt !== undefined) await recordBuyerShown(person, merchant, lookedAt)
  return answerOnce<Approval, Approval>(
    askedUnder(actionId, person, {
      what: 'askApproval',
      merchant,
      content: { ...named, headers, ...(quote && { quote }) },
    }),
    async (claim) => {
      const taken = await requestedWith(person, quote, named.buyerAddress)
      return askApproval(command, { ...requested, ...taken, headers, merchant }, { person, actionId, ticket }, claim)
    },
    asItIs(person),
  )
}

/** What became of a request since, where it was made before under the id. */
const asItIs =
  (person: Person) =>
  async ({ id }: Approval) =>
    approvalFor(person, await approvalRow(id))

/** `POST /api/desk/approvals/{approvalId}/ask-again`: asks again for what lapsed. Its `x-action-id` becomes that of the command. */
export async function again(request: Request, person: Person, params: { approvalId: string }): Promise<Approval | Response> {
  const approvalId = idIn(params.approvalId)
  const actionId = actionIdIn(request)
  checked(z.strictObject({}), await readJson(request))
  const { merchant } = await approvalRow(approvalId)
  requireMerchant(person, merchant)
  return answerOnce<Approval, Approval>(
    askedUnder(actionId, person, { what: 'askAgain', merchant, content: { approvalId } }),
    (claim) => askAgain(person, approvalId, actionId, claim),
    asItIs(person),
  )
}

const listed = z.strictObject(countedGiven)

/** `GET /api/desk/approvals?at=&counted=` */
export async function list(request: Request, person: Person): Promise<ApprovalsList> {
  const counted = await countedOf(checked(listed, searchIn(request)))
  const approvals = await listApprovals(person)
  return { approvals, about: await aboutApprovals(approvals), ...(counted && { counted }) }
}

/** `GET /api/desk/approvals/{approvalId}`: with its preview computed anew. */
export const detail = async (_: Request, person: Person, params: { approvalId: string }): Promise<ApprovalInDetail> =>
  approvalInDetail(person, idIn(params.approvalId))

const decision = z.strictObject({ approve: z.boolean(), effectHash: z.string(), note: z.nullable(keptLine(255)) })

/** `POST /api/desk/approvals/{approvalId}/decide`, with an `x-action-id` of its own: approving sends the command and answers as it does. */
export async function decideOn(request: Request, person: Person, params: { approvalId: string }): Promise<Response> {
  requireRight(person, 'approve')
  const approvalId = idIn(params.approvalId)
  const given = checked(decision, await readJson(request))
  const row = await approvalRow(approvalId)
  requireMerchant(person, row.merchant)
  const asked = askedIn(request, person, { what: 'decideOn', merchant: row.merchant, content: { approvalId, given } })
  if (asked === null) return decide(person, approvalId, given)
  return sentOnce(
    asked,
    (_, actionRequest) => decide(person, approvalId, { ...given, actionRequest }), // what it writes claims the id
    async () => (given.approve ? replay(row.action_id) : answeredAgain(approvalFor(person, await approvalRow(approvalId)))),
  )
}

const commands = Object.values(operations).flatMap(({ kind, name }) => (kind === 'command' ? [name] : []))
const rule = z
  .strictObject({
    operation: z.enum(commands, 'Choose a command'),
    condition: z.enum(['always', 'laterByDays', 'discountOver'], 'Choose a condition'),
    threshold: z.nullable(whole(1, 10_000)),
  })
  .check(
    z.refine(({ operation, condition }) => conditionsFor(operation).includes(condition), {
      path: ['condition'],
      error: 'Choose a condition that can hold for this command',
    }),
    z.refine(({ condition, threshold }) => (condition === 'always') === (threshold === null), {
      path: ['threshold'],
      error: 'Enter a number for a condition that has one, and none for “always”',
    }),
  )

/** `GET /api/desk/approval-rules` */
type Rules = { rules: ApprovalRule[] }

export const rules = async (): Promise<Rules> => ({ rules: await approvalRules() })

/** `POST /api/desk/approval-rules` */
export async function addRule(request: Request, person: Person): Promise<Rules | Response> {
  const given = checked(rule, await readJson(request))
  const actionRequest = askedIn(request, person, { what: 'addRule', content: given })
  return answerOnce(actionRequest, (claim) => addApprovalRule(person, given, claim), rules)
}

/** `DELETE /api/desk/approval-rules/{ruleId}` */
export async function removeRule(request: Request, person: Person, params: { ruleId: string }): Promise<Rules | Response> {
  const ruleId = idIn(params.ruleId)
  const actionRequest = askedIn(request, person, { what: 'removeRule', content: { ruleId } })
  return answerOnce(actionRequest, (claim) => removeApprovalRule(person, ruleId, claim), rules)
}
