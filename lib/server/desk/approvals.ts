import 'server-only'
import * as z from 'zod/mini'
import type { Approval, ApprovalInDetail, ApprovalRule } from '@/lib/approval'
import { operations } from '@/lib/operations'
import { line, uuid, whole } from '@/lib/operations/schemas/scalars'
import { checked, merchantFor, readJson } from '../admission'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { addApprovalRule, approvalRules, removeApprovalRule } from '../journal/approval-rules'
import { approvalInDetail, askApproval, decide, listApprovals } from '../journal/approvals'
import { idIn } from './id-in'
import { typedAddress } from './typed-address'

const asked = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  buyerAddress: typedAddress,
  actionId: uuid,
  ticket: z.nullable(line(64)),
})

/** `POST /api/desk/approvals`: asks a manager. */
export async function ask(request: Request, person: Person): Promise<Approval> {
  requireRight(person, 'act')
  const { actionId, ticket, ...wanted } = checked(asked, await readJson(request))
  return askApproval({ ...wanted, merchant: merchantFor(request, person).code }, { person, actionId, ticket })
}

/** `GET /api/desk/approvals` */
export const list = async (_: Request, person: Person): Promise<{ approvals: Approval[] }> => ({
  approvals: await listApprovals(person),
})

/** `GET /api/desk/approvals/{approvalId}`: with its preview computed anew. */
export const detail = async (_: Request, person: Person, params: { approvalId: string }): Promise<ApprovalInDetail> =>
  approvalInDetail(person, idIn(params.approvalId))

const decision = z.strictObject({ approve: z.boolean(), effectHash: z.string(), note: z.nullable(line(255)) })

/** `POST /api/desk/approvals/{approvalId}/decide`: approving sends the command and answers as it does. */
export async function decideOn(request: Request, person: Person, params: { approvalId: string }): Promise<Response> {
  requireRight(person, 'approve')
  return decide(person, idIn(params.approvalId), checked(decision, await readJson(request)))
}

const commands = Object.values(operations).flatMap(({ kind, name }) => (kind === 'command' ? [name] : []))
const rule = z.strictObject({
  operation: z.enum(commands, 'Choose a command'),
  condition: z.enum(['always', 'laterByDays', 'discountOver'], 'Choose a condition'),
  threshold: z.nullable(whole(1, 10_000)),
})

/** `GET /api/desk/approval-rules` */
export const rules = async (): Promise<{ rules: ApprovalRule[] }> => ({ rules: await approvalRules() })

/** `POST /api/desk/approval-rules` */
export async function addRule(request: Request, person: Person): Promise<{ rules: ApprovalRule[] }> {
  await addApprovalRule(person, checked(rule, await readJson(request)))
  return rules()
}

/** `DELETE /api/desk/approval-rules/{ruleId}` */
export async function removeRule(_: Request, person: Person, params: { ruleId: string }): Promise<{ rules: ApprovalRule[] }> {
  await removeApprovalRule(person, idIn(params.ruleId))
  return rules()
}
