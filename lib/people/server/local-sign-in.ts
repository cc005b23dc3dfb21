import 'server-only'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { log } from '@/lib/platform/log'
import { whyPasskeyRefused } from '@/lib/signatures/server/second-factor'
import { passwordLength } from '../password-length'
import { inPasswordPlace, passwordFits } from './passwords'
import { personForSignIn } from './person-accounts'
import { recordRefusedSignIn } from './record-refused-sign-in'
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
    const known = (await passwordFits(person?.password_hash ?? null, password)) ? person : undefined
    const passkey = known?.passkey_at_sign_in ? await whyPasskeyRefused(store, known.id, signature) : null
    if (known === undefined || passkey !== null) {
      await recordFailure(store, who)
      log.warn({ address }, 'sign_in_refused')
      if (known && passkey !== null) await recordRefusedPasskey(known, { passkey, address, browser })
      return null
    }
    await recordSuccess(store, who)
    log.info({ account: known.id }, 'signed_in')
    return startSession(store, known.id, new Date(), { address, browser })
  })
}

/**
 * Somebody who has the password has no passkey of its owner's: the journal tells of it, as often as the delays let them try. The refusal
 * stands, whether it can be written or not.
 */
async function recordRefusedPasskey(
  { id: accountId, name: person }: { id: string; name: string },
  why: { passkey: string; address: string; browser: string },
): Promise<void> {
  try {
    await beside('refusal_not_noted', () => recordRefusedSignIn({ accountId, person }, { reason: 'passkey', ...why }))
  } catch (cause) {
    log.error({ err: cause }, 'refusal_not_noted')
  }
}
