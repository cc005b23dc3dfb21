import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Database, database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import type { Person } from '@/lib/people/server/sessions'
import type { ApprovalCondition, ApprovalRule } from '../approval'
import { recordSetting } from './record-setting'

/** The rules by which admins have commands wait for a manager, oldest first. */
export async function approvalRules(store?: Database): Promise<ApprovalRule[]> {
  const rows = await (store ?? (await database()))
    .selectFrom('approval_rules')
    .select(['id', 'operation', 'condition', 'threshold'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ condition, ...row }) => ({ ...row, condition: condition as ApprovalCondition }))
}

/** Adds a rule, and writes down who did. */
export async function addApprovalRule(person: Person, rule: Omit<ApprovalRule, 'id'>, claim: Claim): Promise<void> {
  const store = await database()
  const id = randomUUID()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    const row = { id, ...rule, created_at: new Date().toISOString() }
    const detail = { setting: 'approval-rule', added: { id, ...rule } }
    await recordSetting(tx, person, rule.operation, {
      detail,
      actionId: id,
      rows: [{ table: 'approval_rules', id, values: row }],
    })
    await tx.insertInto('approval_rules').values(row).execute()
  })
}

/** Removes a rule, and writes down who did. One that is gone already is no error. */
export async function removeApprovalRule(person: Person, id: string, claim: Claim): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    const rule = await tx
      .deleteFrom('approval_rules')
      .where('id', '=', id)
      .returning(['id', 'operation', 'condition', 'threshold'])
      .executeTakeFirst()
    if (!rule) return
    const detail = { setting: 'approval-rule', removed: rule }
    await recordSetting(tx, person, rule.operation, { detail, actionId: id, rows: [] })
  })
}
