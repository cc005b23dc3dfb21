import 'server-only'
import { randomUUID } from 'node:crypto'
import type { ApprovalCondition, ApprovalRule } from '@/lib/approval'
import { inZone } from '@/lib/dates'
import type { Operation } from '@/lib/operations/operation'
import { problem } from '@/lib/problem'
import { may, roleFor } from '@/lib/roles'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Merchant } from '../merchants'
import { noteSetting } from './note-setting'

export type Asked = { operation: Pick<Operation, 'name' | 'kind'>; merchant: Merchant; person: Person; body?: unknown }

/** Throws `forbidden` with the code `approval_required` where a manager must approve what this person wants. */
export async function requireNoApproval(asked: Asked, now = new Date()): Promise<void> {
  if (asked.operation.kind === 'query' || may(asked.person.role, 'renewWithoutApproval')) return
  const why = renews(asked, now) ? 'An end date of today renews and charges the buyer' : await ruleThatHolds(asked, now)
  if (why === null) return
  throw problem('forbidden', `${why}: this waits for the approval of somebody with the ${roleFor('approve')} role.`, {
    code: 'approval_required',
  })
}

const renews = ({ operation, merchant, body }: Asked, now: Date) =>
  operation.name === 'changeExpirationDate' &&
  (body as { expirationDate: string }).expirationDate === inZone(now.getTime(), merchant.timeZone).day

async function ruleThatHolds(asked: Asked, now: Date): Promise<string | null> {
  const rules = await approvalRules()
  const rule = rules.find(
    (each) => each.operation === asked.operation.name && holds[each.condition]?.(asked, each.threshold ?? 0, now),
  )
  return rule ? 'An admin asks for a second person here' : null
}

const dayMs = 86_400_000

const holds: Record<ApprovalCondition, (asked: Asked, threshold: number, now: Date) => boolean> = {
  always: () => true,
  laterByDays: ({ body }, threshold, now) =>
    Date.parse((body as { expirationDate?: string }).expirationDate ?? '') - now.getTime() > threshold * dayMs,
  discountOver: ({ body }, threshold) => ((body as { discount?: number | null }).discount ?? 0) > threshold,
}

export async function approvalRules(): Promise<ApprovalRule[]> {
  const store = await database()
  const rows = await store
    .selectFrom('approval_rules')
    .select(['id', 'operation', 'condition', 'threshold'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ condition, ...row }) => ({ ...row, condition: condition as ApprovalCondition }))
}

/** Adds a rule, and writes down who did. */
export async function addApprovalRule(person: Person, rule: Omit<ApprovalRule, 'id'>): Promise<void> {
  const store = await database()
  const id = randomUUID()
  await store.transaction().execute(async (tx) => {
    await noteSetting(tx, person, rule.operation, { setting: 'approval-rule', added: { id, ...rule } })
    await tx
      .insertInto('approval_rules')
      .values({ id, ...rule, created_at: new Date().toISOString() })
      .execute()
  })
}

/** Removes a rule, and writes down who did. One that is gone already is no error. */
export async function removeApprovalRule(person: Person, id: string): Promise<void> {
  const store = await database()
  const rule = (await approvalRules()).find((each) => each.id === id)
  if (!rule) return
  await store.transaction().execute(async (tx) => {
    await noteSetting(tx, person, rule.operation, { setting: 'approval-rule', removed: rule })
    await tx.deleteFrom('approval_rules').where('id', '=', id).execute()
  })
}
