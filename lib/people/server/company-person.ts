import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { fromOwnJson } from '@/lib/core/json'
import type { Role } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'
import { recordPersonChange } from './record-person-change'

/** Who the company says is there. The identity is issuer and subject; name, e-mail and role are what they are today. */
export type CompanyPerson = { issuer: string; subject: string; email: string; name: string; role: Role }

/**
 * The account of somebody whom the company vouches for, made at their first sign-in and brought up to date at every one. It is an account
 * of its own kind: an e-mail that a local account has as well joins nothing. A new account, and a changed role, e-mail or name, are in the
 * journal.
 */
export async function companyPersonId(
  database: Database,
  { issuer, subject, email, name, role }: CompanyPerson,
): Promise<{ accountId: string; disabled: boolean }> {
  const key = companyKey(issuer, subject)
  const today = { name, role, shown_email: email }
  return database.transaction().execute(async (tx) => {
    const row = {
      ...today,
      id: randomUUID(),
      email: key,
      issuer,
      password_hash: '',
      created_at: new Date().toISOString(),
      disabled_at: null,
      password_due_at: null,
    }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst()
    const known = await tx
      .selectFrom('accounts')
      .select(['id', 'name', 'role', 'disabled_at', 'shown_email'])
      .where('email', '=', key)
      .executeTakeFirstOrThrow()
    const isNew = numInsertedOrUpdatedRows === 1n
    if (known.disabled_at !== null) return { accountId: known.id, disabled: true }
    if (!isNew) await tx.updateTable('accounts').set(today).where('id', '=', known.id).execute()
    const did = isNew ? 'added' : changeOf(known, { role, email, name })
    const change = isNew ? { values: row } : { before: known.role, values: today }
    if (did !== null)
      await recordPersonChange(tx, { accountId: known.id, name }, { did, role, ...change, account: known.id, by: 'company' })
    return { accountId: known.id, disabled: false }
  })
}

type Known = Pick<Tables['accounts'], 'name' | 'role' | 'shown_email'>

/** What the company says otherwise than before; null where it's all the same. */
function changeOf(known: Known, { role, email, name }: Pick<CompanyPerson, 'role' | 'email' | 'name'>): string | null {
  if (known.role !== role) return 'role'
  if (known.shown_email !== email) return 'e-mail'
  return known.name === name ? null : 'name'
}

/** Of several mapped values the one that is first in the map counts; null where none is mapped. */
export const mappedRole = (values: readonly unknown[], map: Record<string, Role>): Role | null =>
  Object.entries(map).find(([value]) => values.includes(value))?.[1] ?? null

/** The roles that the company's directory gives somebody by SCIM; null for one it doesn't know, whose roles the claims say. */
export async function directoryRoles(database: Database, issuer: string, subject: string): Promise<string[] | null> {
  if (env().SCIM_TOKEN === undefined) return null
  const row = await database
    .selectFrom('scim_people')
    .innerJoin('accounts', 'accounts.id', 'scim_people.account_id')
    .select('given')
    .where('accounts.email', '=', companyKey(issuer, subject))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ? fromOwnJson<{ roles: { value: string }[] }>(row.given).roles.map(({ value }) => value) : null
}

/** Stands where a local account has its e-mail, so that the database itself keeps an identity single. */
export const companyKey = (issuer: string, subject: string) =>
  `company:${createHash('sha256').update(`${issuer}\n${subject}`).digest('hex')}`
