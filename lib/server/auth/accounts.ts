import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Account } from '@/lib/account'
import type { Role } from '@/lib/roles'
import type { Database } from '../database/open'
import { hashPassword } from './passwords'

const normalEmail = (email: string) => email.trim().toLowerCase()

/** Adds a local account. Returns null where the e-mail is taken. */
export async function addAccount(
  database: Database,
  given: { email: string; name: string; role: Role; password: string },
): Promise<string | null> {
  const id = randomUUID()
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('accounts')
    .values({
      id,
      email: normalEmail(given.email),
      name: given.name,
      role: given.role,
      password_hash: await hashPassword(given.password),
      created_at: new Date().toISOString(),
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? id : null
}

export async function listAccounts(database: Database): Promise<Account[]> {
  const rows = await database
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'role', 'disabled_at'])
    .orderBy('email')
    .execute()
  return rows.map(({ disabled_at, ...account }) => ({ ...account, disabled: disabled_at !== null }))
}

/** Changes a role, or disables or enables an account; it takes effect on the account's next request. False where there is none. */
export async function changeAccount(
  database: Database,
  email: string,
  change: { role: Role } | { disabled: boolean },
): Promise<boolean> {
  const values = 'role' in change ? { role: change.role } : { disabled_at: change.disabled ? new Date().toISOString() : null }
  const { numUpdatedRows } = await database
    .updateTable('accounts')
    .set(values)
    .where('email', '=', normalEmail(email))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function accountForSignIn(database: Database, email: string) {
  return database
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', normalEmail(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
