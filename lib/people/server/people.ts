import 'server-only'
import { randomInt } from 'node:crypto'
import { invalid, problem } from '@/lib/core/problem'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { applyPersonChange, lockedPerson, type PersonChange } from './apply-person-change'
import { hashPassword } from './passwords'
import { insertPerson } from './person-accounts'
import { recordPersonChange } from './record-person-change'
import type { Person } from './sessions'
import { endSessionsOf } from './sessions-of'

/** Adds a local account with a password that is good for one sign-in. Returns it: it is shown to who asked, and to nobody else. */
export async function addPerson(
  admin: Person,
  given: { email: string; name: string; role: Role },
  claim: Claim,
): Promise<string> {
  const password = oneTimePassword()
  const password_hash = await hashPassword(password)
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const added = await insertPerson(tx, { ...given, password_hash }, { due: true })
    if (added === null) throw invalid([{ field: 'email', title: 'An account with this e-mail address already exists' }])
    await recordPersonChange(tx, admin, { did: 'added', account: added.id, values: added, role: given.role })
    await claim.keep(tx, password)
  })
  return password
}

/** See `applyPersonChange`. */
export async function changePerson(admin: Person, accountId: string, change: PersonChange, claim?: Claim): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await applyPersonChange(tx, accountId, change, (_, detail) => recordPersonChange(tx, admin, detail))
  })
}

/** Gives a local account a new password that is good for one sign-in, and ends its sessions. Returns it, as `addPerson` does. */
export async function renewPassword(admin: Person, accountId: string, claim: Claim): Promise<string> {
  const password = oneTimePassword()
  const values = { password_hash: await hashPassword(password), password_due_at: new Date().toISOString() }
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    const { issuer } = await lockedPerson(tx, accountId)
    if (issuer !== null) throw problem('conflict', 'This person signs in through the company, so there’s no password to reset.')
    await recordPersonChange(tx, admin, { did: 'password renewed', account: accountId, values })
    await tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
    await endSessionsOf(tx, accountId)
    await claim.keep(tx, password)
  })
  return password
}

/** Ends the sessions of an account: one, all but one, or all. Returns how many. */
export async function endSessions(
  by: Person,
  accountId: string,
  which: { only?: string; but?: string } = {},
  claim?: Claim,
): Promise<number> {
  return (await database()).transaction().execute(async (tx) => {
    await claim?.take(tx)
    const ended = await endSessionsOf(tx, accountId, which)
    if (ended > 0) await recordPersonChange(tx, by, { did: 'sessions ended', account: accountId, count: ended })
    await claim?.keep(tx, ended)
    return ended
  })
}

// Without those that are read for one another.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to hand over, good for one sign-in: 20 characters in groups of five, about 98 bits. */
const oneTimePassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')).join('-')
