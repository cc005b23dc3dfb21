import 'server-only'
import { invalid, problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { passwordError } from './password-error'
import { hashPassword, inPasswordPlace, passwordFits } from './passwords'
import { recordPersonChange } from './record-person-change'
import type { SignedIn } from './sessions'
import { endSessionsOf } from './sessions-of'
import { recordFailure, recordSuccess, requirePatience } from './throttle'

/**
 * Changes one's own password, and ends one's other sessions. Where it's that one already, somebody asks again who has got no answer. Throws `invalid` with the field, `conflict` for somebody who signs in through
 * the company and where an admin or another session has changed it meanwhile, and `unavailable` with the seconds to wait after too many wrong
 * current ones.
 */
export async function changeOwnPassword(
  person: SignedIn,
  { current, password }: { current: string; password: string },
  address: string,
): Promise<void> {
  if (person.issuer !== null)
    throw problem('conflict', 'You sign in through your company, so you don’t have a Counterfoil password.')
  const store = await database()
  const who = { email: person.email, address }
  const own = await requireOwn(person, { current, password }, who)
  if (own === 'repeat') return
  const error = current === password ? 'Choose a different password from your current one.' : passwordError(password, person)
  if (error !== null) throw invalid([{ field: 'password', title: error }])
  const password_hash = await hashPassword(password)
  await store.transaction().execute(async (tx) => {
    const values = { password_hash, password_due_at: null }
    await recordPersonChange(tx, person, { did: 'password changed', account: person.accountId, values })
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set(values)
      .where('id', '=', person.accountId)
      .where('password_hash', '=', own)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw changedMeanwhile()
    await endSessionsOf(tx, person.accountId, { but: person.sessionId })
  })
}

const changedMeanwhile = () =>
  problem('conflict', 'Your password has just been changed elsewhere, so this one wasn’t saved. Sign in with the new one.', {
    code: 'changed',
  })

/** A session that somebody else got hold of must not be enough. Returns the hash that the password fits; the new one may fit it already. */
async function requireOwn(
  { accountId }: SignedIn,
  { current, password }: { current: string; password: string },
  who: { email: string; address: string },
): Promise<string | 'repeat'> {
  const store = await database()
  return inPasswordPlace(async () => {
    await requirePatience(store, who)
    const row = await store.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirst()
    const hash = row?.password_hash ?? null
    const isOwn = await passwordFits(hash, current)
    if (hash !== null && (isOwn || (await passwordFits(hash, password)))) {
      await recordSuccess(store, who)
      return isOwn ? hash : 'repeat'
    }
    await recordFailure(store, who)
    throw invalid([{ field: 'current', title: 'That isn’t your current password' }])
  })
}
