import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { iso } from '@/lib/core/dates'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { noLongerNews, notify } from '@/lib/notices/server/notify'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import type { AlertRule, OpenAlert } from '../alert-rule'
import { isDue, keptOf, lastOf } from './due'
import { type Finding, findingsOf } from './measure'
import { rulesOf } from './rules'

type AlertRow = Tables['alerts']

/** Evaluates every rule that is on, and raises what there is reason for. A rule that fails keeps no other from being evaluated. */
export async function raiseAlerts(now = Date.now()): Promise<void> {
  const store = await database()
  const failures: unknown[] = []
  for (const merchant of env().merchants)
    for (const rule of await rulesOf(store, merchant.code)) {
      if (!rule.on) continue
      await evaluate(rule, merchant, now).catch((cause: unknown) => {
        log.error({ err: cause }, 'alert_rule_failed')
        failures.push(cause)
      })
    }
  if (failures.length > 0) throw failures[0]
}

async function evaluate(rule: AlertRule, merchant: Merchant, now: number): Promise<void> {
  const store = await database()
  for (const finding of await findingsOf({ rule, merchant, now })) {
    if (!isDue(rule, finding, await lastOf(store, rule, finding, now), now)) continue
    await store.transaction().execute(async (tx) => {
      await waitForTurn(tx) // another copy may be raising the same one, or somebody changing the rule
      const current = (await rulesOf(tx, merchant.code)).find(({ id }) => id === rule.id)
      if (current?.version !== rule.version) return
      const last = await lastOf(tx, rule, finding, now)
      if (isDue(rule, finding, last, now)) await raise(tx, { rule, merchant, finding, now, last })
    })
  }
}

/** `last`: the alert before it about the same. */
type Raised = { rule: AlertRule; merchant: Merchant; finding: Finding; now: number; last?: AlertRow | undefined }

/** Writes an alert, and an entry that vouches for it. */
export async function raise(tx: Transaction<Tables>, { rule, merchant, finding, now, last }: Raised): Promise<void> {
  const { about, words, href, count } = finding
  const row: AlertRow = {
    id: randomUUID(),
    merchant: merchant.code,
    rule_id: rule.id,
    rule_version: rule.version,
    about,
    words,
    href,
    count,
    newest: keptOf(finding, last),
    roles: rule.roles.join(' '),
    raised_at: iso(now),
    closed_at: null,
    closed_account: null,
    closed_by: null,
  }
  await tx.insertInto('alerts').values(row).execute()
  await append(tx, {
    kind: 'alert',
    detail: { alert: row.id, rule: rule.id, version: rule.version, source: rule.source, about, words, href, count },
    rows: [{ table: 'alerts', id: row.id, values: row }],
    actionId: row.id,
    accountId: '',
    person: 'Counterfoil',
    merchant: merchant.code,
    operation: null,
    buyerId: null,
    ticket: null,
  })
  await notify(tx, { kind: 'alert', of: row.id, merchant: merchant.code, words, href }, { roles: rule.roles })
}

const maxOpen = 200

const openOf = (store: Database, role: Person['role'], merchant: string) =>
  store.selectFrom('alerts').where('merchant', '=', merchant).where('closed_at', 'is', null).where('roles', 'like', `%${role}%`)

/** The newest alerts of a merchant account that are for the person's role and that nobody has closed. */
export async function openAlerts(store: Database, { role }: Pick<Person, 'role'>, merchant: string): Promise<OpenAlert[]> {
  const rows = await openOf(store, role, merchant)
    .select(['id', 'words', 'href', 'count', 'raised_at', 'rule_id'])
    .orderBy('raised_at', 'desc')
    .orderBy('id')
    .limit(maxOpen)
    .execute()
  return rows.map(({ raised_at, rule_id, ...alert }) => ({ ...alert, raisedAt: raised_at, ruleId: rule_id }))
}

/** How many of those there are in all, and when the oldest was raised. */
export async function countOpenAlerts(store: Database, { role }: Pick<Person, 'role'>, merchant: string) {
  const { count, oldest } = await openOf(store, role, merchant)
    .select(({ fn }) => [fn.countAll<string | number>().as('count'), fn.min('raised_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest: oldest as string | null }
}

/** Whether an alert that the person may see, of any merchant account, waits for somebody to close it. */
export async function isAnyAlertOpen(store: Database, person: Person): Promise<boolean> {
  const closed = closedTo(person)
  const open = store.selectFrom('alerts').select('id').where('closed_at', 'is', null)
  const forRole = open.where('roles', 'like', `%${person.role}%`)
  const found = await forRole
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .limit(1)
    .execute()
  return found.length > 0
}

/** An alert for the person's role, of a merchant account that they may use. Throws `notFound`. */
export async function alertRow(person: Person, id: string): Promise<AlertRow> {
  const row = await (await database()).selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.roles.split(' ').includes(person.role)) throw problem('notFound', 'We couldn’t find that alert.')
  requireMerchant(person, row.merchant)
  return row
}

/** Puts somebody's name under an alert. Throws `conflict` where somebody else was first. */
export async function closeAlert(person: Person, { id, merchant, words }: AlertRow, claim: Claim): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    const row = await tx.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await requireAsRecorded(tx, 'alerts', row)
    if (row.closed_at !== null) throw problem('conflict', `${row.closed_by} has closed this alert already.`, { code: 'changed' })
    const values = { closed_at: new Date().toISOString(), closed_account: person.accountId, closed_by: person.name }
    await tx.updateTable('alerts').set(values).where('id', '=', id).execute()
    await append(tx, {
      kind: 'alert-closed',
      detail: { alert: id, words },
      rows: [{ table: 'alerts', id, values }],
      actionId: id,
      accountId: person.accountId,
      person: person.name,
      merchant,
      operation: null,
      buyerId: null,
      ticket: null,
    })
    await noLongerNews(tx, 'alert', id)
    await claim.keep(tx, { id })
  })
}
