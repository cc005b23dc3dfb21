import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Role } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { PersonAccount } from '../person-account'
import { hashPassword } from './passwords'
import { shownEmail } from './sessions'

type Store = Database | Transaction<Tables>

export const normalEmail = (email: string) => email.trim().toLowerCase()

type New = { email: string; name: string; role: Role; password: string }

/** Adds a local account, whose password is `due` where its owner did not choose it. Returns null where the e-mail is taken. */
export async function createPerson(
  database: Database,
  { password, ...given }: New,
  { due = false } = {},
): Promise<string | null> {
  return (await insertPerson(database, { ...given, password_hash: await hashPassword(password) }, { due }))?.id ?? null
}

/** The same with the password hashed already: nobody else should wait for that inside a transaction. Returns the row. */
export async function insertPerson(
  database: Store,
  { email, ...given }: Omit<New, 'password'> & { password_hash: string },
  { due = false } = {},
): Promise<Tables['accounts'] | null> {
  const now = new Date().toISOString()
  const row = {
    ...given,
    id: randomUUID(),
    email: normalEmail(email),
    created_at: now,
    disabled_at: null,
    issuer: null,
    shown_email: null,
    password_due_at: due ? now : null,
    passkey_at_sign_in: null,
  }
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? row : null
}

export async function listPersonAccounts(database: Database): Promise<PersonAccount[]> {
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
    .select((row) =>
      row
        .selectFrom('passkeys')
        .whereRef('passkeys.account_id', '=', 'accounts.id')
        .where('removed_at', 'is', null)
        .select((passkey) => passkey.fn.countAll<number>().as('count'))
        .as('passkeys'),
    )
    .execute()
  const lifts = await database
    .selectFrom('passkey_lifts')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date().toISOString())
    .execute()
  return rows
    .map(({ disabled_at, issuer, password_due_at, seen_at, passkeys, ...person }) => ({
      ...person,
      disabled: disabled_at !== null,
      signsInWith: issuer === null ? ('password' as const) : ('company' as const),
      passwordDue: password_due_at !== null,
      seenAt: seen_at,
      passkeys: Number(passkeys ?? 0),
      lift: liftShown(lifts.find(({ account_id }) => account_id === person.id)),
    }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

const liftShown = (lift: Tables['passkey_lifts'] | undefined): PersonAccount['lift'] =>
  lift ? { askedBy: lift.asked_by, until: lift.expires_at } : null

/** A local account that may sign in. */
export async function personForSignIn(database: Database, email: string) {
  return database
    .selectFrom('accounts')
    .select(['id', 'name', 'password_hash', 'passkey_at_sign_in'])
    .where('email', '=', normalEmail(email))
    .where('issuer', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
