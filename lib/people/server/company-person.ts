import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import type { Role } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import { recordPersonChange } from './record-person-change'

/** Who the company says is there. The identity is issuer and subject; name, e-mail and role are what they are today. */
export type CompanyPerson = { issuer: string; subject: string; email: string; name: string; role: Role }

/**
 * The account of somebody whom the company vouches for, made at their first sign-in and brought up to date at every one. It is an account
 * of its own kind: an e-mail that a local account has as well joins nothing. A new account and a changed role are in the journal.
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
      .select(['id', 'role', 'disabled_at'])
      .where('email', '=', key)
      .executeTakeFirstOrThrow()
    const isNew = numInsertedOrUpdatedRows === 1n
    if (known.disabled_at !== null) return { accountId: known.id, disabled: true }
    if (!isNew) await tx.updateTable('accounts').set(today).where('id', '=', known.id).execute()
    const change = isNew ? { did: 'added', values: row, role } : { did: 'role', before: known.role, values: { role }, role }
    if (isNew || known.role !== role)
      await recordPersonChange(tx, { accountId: known.id, name }, { ...change, account: known.id, by: 'company' })
    return { accountId: known.id, disabled: false }
  })
}

/** Stands where a local account has its e-mail, so that the database itself keeps an identity single. */
export const companyKey = (issuer: string, subject: string) =>
  `company:${createHash('sha256').update(`${issuer}\n${subject}`).digest('hex')}`
