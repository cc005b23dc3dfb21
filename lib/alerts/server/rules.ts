import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { invalid, problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'
import { type AlertRole, type AlertRule, alertSources, type RuleToSave, shippedRules } from '../alert-rule'

type AlertRuleRow = Tables['alert_rules']
type Tx = Transaction<Tables>

const maxRules = 50

/** The id of a rule that comes with the dashboard: the same in every copy, and of each merchant account another. */
export function shippedId(merchant: string, name: string): string {
  const digest = createHash('sha256').update(`alert rule ${merchant} ${name}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

/** The rules of a merchant account: those that come with the dashboard, as somebody changed them, and then those that were added. */
export async function rulesOf(store: Database, merchant: string): Promise<AlertRule[]> {
  const rows = await store
    .selectFrom('alert_rules')
    .selectAll()
    .where('merchant', '=', merchant)
    .orderBy('changed_at')
    .orderBy('id')
    .execute()
  const shipped = Object.entries(shippedRules).map(([name, rule]): AlertRule => {
    const id = shippedId(merchant, name)
    const changed = rows.find((row) => row.id === id)
    return changed ? toRule(changed, true) : { ...rule, id, version: 1, shipped: true, changedBy: null }
  })
  const isShipped = new Set(shipped.map(({ id }) => id))
  const added = rows.filter(({ id, removed_at }) => !isShipped.has(id) && removed_at === null)
  return [...shipped, ...added.map((row) => toRule(row, false))].filter(({ source }) => alertSources.includes(source))
}

const toRule = (row: AlertRuleRow, shipped: boolean): AlertRule => ({
  id: row.id,
  version: row.version,
  source: row.source as AlertRule['source'],
  op: row.op as AlertRule['op'],
  threshold: row.threshold,
  windowMinutes: row.window_minutes,
  least: row.least,
  quietMinutes: row.quiet_minutes,
  roles: row.roles.split(' ') as AlertRole[],
  on: row.is_on === 1,
  shipped,
  changedBy: row.person,
})

/** Who changes which rule of which merchant account. */
type Change = { person: Person; merchant: string; id: string }

function rowOf({ person, merchant, id }: Change, version: number, rule: RuleToSave): AlertRuleRow {
  const { source, op, threshold, windowMinutes, least, quietMinutes, roles, on } = rule
  return {
    id,
    merchant,
    source,
    op,
    threshold,
    window_minutes: windowMinutes,
    least,
    quiet_minutes: quietMinutes,
    roles: roles.join(' '),
    is_on: Number(on),
    version,
    account_id: person.accountId,
    person: person.name,
    changed_at: new Date().toISOString(),
    removed_at: null,
  }
}

/** Adds a rule under an id. Throws `conflict` where there are too many. */
export async function addRule(change: Change, rule: RuleToSave, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    if ((await rulesOf(tx, change.merchant)).length >= maxRules)
      throw problem('conflict', `There are ${maxRules} rules already. Remove one first.`, { code: 'too_many_rules' })
    const row = rowOf(change, 1, rule)
    await tx.insertInto('alert_rules').values(row).execute()
    await record(tx, change, { values: row, after: rule })
    await claim.keep(tx, { id: change.id })
  })
}

/** Writes a rule anew. Throws `notFound`, and `conflict` where somebody has changed it since the version that was shown. */
export async function changeRule(change: Change, version: number, rule: RuleToSave, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const before = await ruleToChange(tx, change, version)
    if (before.source !== rule.source) throw invalid([{ field: 'source', title: `Use ${before.source}, or add another rule` }])
    const row = rowOf(change, version + 1, rule)
    await tx
      .insertInto('alert_rules')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await record(tx, change, { values: row, before, after: rule })
    await claim.keep(tx, { id: change.id })
  })
}

/** Removes a rule that somebody added. Its row stays, for what it raised tells of it. */
export async function removeRule(change: Change, version: number, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const before = await ruleToChange(tx, change, version)
    if (before.shipped)
      throw problem('conflict', 'This rule comes with Counterfoil and can’t be removed. Turn it off instead.', {
        code: 'shipped',
      })
    const { id, person } = change
    const now = new Date().toISOString()
    const by = { account_id: person.accountId, person: person.name, changed_at: now }
    const values = { ...by, version: version + 1, removed_at: now }
    await tx.updateTable('alert_rules').set(values).where('id', '=', id).execute()
    await record(tx, change, { values, before })
    await claim.keep(tx, { id })
  })
}

/** Whoever changes a rule waits here for who else does, so that two versions never replace the same one. */
async function ruleToChange(tx: Tx, { merchant, id }: Change, version: number): Promise<AlertRule> {
  await waitForTurn(tx)
  const rule = (await rulesOf(tx, merchant)).find((each) => each.id === id)
  if (!rule) throw problem('notFound', 'We couldn’t find that rule, or somebody removed it.')
  if (rule.version !== version)
    throw problem('conflict', 'Somebody else changed this rule since you opened it. Yours wasn’t saved.', { code: 'changed' })
  const row = await tx.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) await requireAsRecorded(tx, 'alert_rules', row)
  return rule
}

type Recorded = { values: Partial<AlertRuleRow>; before?: RuleToSave; after?: RuleToSave }

const record = (tx: Tx, { person, merchant, id }: Change, { values, before, after }: Recorded) =>
  append(tx, {
    kind: 'setting',
    detail: { setting: 'alert-rule', id, ...(before && { before }), ...(after && { after }) },
    rows: [{ table: 'alert_rules', id, values }],
    actionId: id,
    accountId: person.accountId,
    person: person.name,
    merchant,
    operation: 'alertRule',
    buyerId: null,
    ticket: null,
  })
