import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Account } from '@/lib/account'
import type { Role } from '@/lib/roles'
import type { Database } from '../database/open'
import type { Tables } from '../database/schema'
import { hashPassword } from './passwords'

type Store = Database | Transaction<Tables>

export const normalEmail = (email: string) => email.trim().toLowerCase()

type New = { email: string; name: string; role: Role; password: string }

/** Adds a local account, whose password is `due` where its owner did not choose it. Returns null where the e-mail is taken. */
export async function addAccount(database: Database, { password, ...given }: New, { due = false } = {}): Promise<string | null> {
  return insertAccount(database, { ...given, password_hash: await hashPassword(password) }, { due })
}

/** The same with the password hashed already: nobody else should wait for that inside a transaction. */
export async function insertAccount(
  database: Store,
  { email, ...given }: Omit<New, 'password'> & { password_hash: string },
  { due = false } = {},
): Promise<string | null> {
  const id = randomUUID()
  const now = new Date().toISOString()
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('accounts')
    .values({ ...given, id, email: normalEmail(email), created_at: now, disabled_at: null, password_due_at: due ? now : null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? id : null
}

export async function listAccounts(database: Database): Promise<Account[]> {
  const rows = await database
    .selectFrom('accounts')
    .select(['id', shownEmail, 'name', 'role', 'disabled_at', 'issuer', 'password_due_at'])
    .select((row) =>
      row
        .selectFrom('sessions')
        .whereRef('sessions.account_id', '=', 'accounts.id')
        .select((session) => session.fn.max('seen_at').as('at'))
        .as('seen_at'),
    )
    .execute()
  return rows
    .map(({ disabled_at, issuer, password_due_at, seen_at, ...account }) => ({
      ...account,
      disabled: disabled_at !== null,
      signsInWith: issuer === null ? ('password' as const) : ('company' as const),
      passwordDue: password_due_at !== null,
      seenAt: seen_at,
    }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

/** The e-mail that people see. */
export const shownEmail = sql<string>`coalesce(shown_email, email)`.as('email')

/** A local account that may sign in. */
export async function accountForSignIn(database: Database, email: string) {
  return database
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', normalEmail(email))
    .where('issuer', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
