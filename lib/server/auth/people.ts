import 'server-only'
import { invalid, problem } from '@/lib/problem'
import type { Role } from '@/lib/roles'
import { database } from '../database/open'
import { insertAccount } from './accounts'
import { type AccountChange, accountIn, changeAccount } from './change-account'
import { notePerson } from './note-person'
import { oneTimePassword } from './one-time-password'
import { hashPassword } from './passwords'
import type { Person } from './sessions'
import { endSessionsOf } from './sessions-of'

/** Adds a local account with a password that is good for one sign-in. Returns it: it is not kept, and shown once. */
export async function addPerson(admin: Person, given: { email: string; name: string; role: Role }): Promise<string> {
  const password = oneTimePassword()
  const password_hash = await hashPassword(password)
  await (await database()).transaction().execute(async (tx) => {
    const account = await insertAccount(tx, { ...given, password_hash }, { due: true })
    if (account === null) throw invalid([{ field: 'email', title: 'There is an account with this e-mail already' }])
    await notePerson(tx, admin, { did: 'added', account, role: given.role })
  })
  return password
}

/** See `changeAccount`. */
export async function changePerson(admin: Person, accountId: string, change: AccountChange): Promise<void> {
  const store = await database()
  await store.transaction().execute((tx) => changeAccount(tx, accountId, change, (_, detail) => notePerson(tx, admin, detail)))
}

/** Gives a local account a new password that is good for one sign-in, and ends its sessions. Returns it, to be shown once. */
export async function renewPassword(admin: Person, accountId: string): Promise<string> {
  const password = oneTimePassword()
  const values = { password_hash: await hashPassword(password), password_due_at: new Date().toISOString() }
  await (await database()).transaction().execute(async (tx) => {
    const { issuer } = await accountIn(tx, accountId)
    if (issuer !== null) throw problem('conflict', 'This person signs in through the company and has no password here.')
    await notePerson(tx, admin, { did: 'password renewed', account: accountId })
    await tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
    await endSessionsOf(tx, accountId)
  })
  return password
}

/** Ends the sessions of an account: one, all but one, or all. Returns how many. */
export async function endSessions(by: Person, accountId: string, which: { only?: string; but?: string } = {}): Promise<number> {
  return (await database()).transaction().execute(async (tx) => {
    const ended = await endSessionsOf(tx, accountId, which)
    if (ended > 0) await notePerson(tx, by, { did: 'sessions ended', account: accountId, count: ended })
    return ended
  })
}
