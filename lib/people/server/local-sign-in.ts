import 'server-only'
import { database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { hasShownPasskey } from '@/lib/signatures/server/second-factor'
import { passwordLength } from '../password-length'
import { inPasswordPlace, passwordFits } from './passwords'
import { personForSignIn } from './person-accounts'
import { startSession } from './sessions'
import { recordFailure, recordSuccess, requirePatience } from './throttle'

type From = { address: string; browser: string; signature?: string | null }

/**
 * Starts a session for who knows the password of a local account, and returns its id. Null is the one answer for a wrong password, an
 * unknown e-mail, a disabled account and a passkey that isn't theirs. Throws `unavailable` with the seconds to wait, and 428 where a passkey is to
 * be shown after the password.
 */
export async function localSignIn(
  email: string,
  password: string,
  { address, browser, signature = null }: From,
): Promise<string | null> {
  if (email === '' || password === '' || [...password].length > passwordLength.max) return null
  const store = await database()
  const who = { email, address }
  return inPasswordPlace(async () => {
    // Looked at in the place: of many tries at once each sees how those before it ended.
    await requirePatience(store, who)
    const person = await personForSignIn(store, email)
    const fits = await passwordFits(person?.password_hash ?? null, password)
    const isThem = fits && person && (person.passkey_at_sign_in === null || (await hasShownPasskey(store, person.id, signature)))
    if (!isThem) {
      await recordFailure(store, who)
      log.warn({ address }, 'sign_in_refused')
      return null
    }
    await recordSuccess(store, who)
    log.info({ account: person.id }, 'signed_in')
    return startSession(store, person.id, new Date(), { address, browser })
  })
}
