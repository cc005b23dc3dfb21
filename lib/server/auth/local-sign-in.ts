import 'server-only'
import { passwordLength } from '@/lib/password-length'
import { database } from '../database/open'
import { log } from '../log'
import { accountForSignIn } from './accounts'
import { inPasswordPlace, passwordFits } from './passwords'
import { startSession } from './sessions'
import { noteFailure, noteSuccess, requirePatience } from './throttle'

type From = { address: string; browser: string }

/**
 * Starts a session for who knows the password of a local account, and returns its id. Null is the one answer for a wrong password, an
 * unknown e-mail and a disabled account. Throws `unavailable` with the seconds to wait.
 */
export async function localSignIn(email: string, password: string, { address, browser }: From): Promise<string | null> {
  if (email === '' || password === '' || [...password].length > passwordLength.most) return null
  const store = await database()
  const who = { email, address }
  return inPasswordPlace(async () => {
    // Looked at in the place: of many tries at once each sees how those before it ended.
    await requirePatience(store, who)
    const account = await accountForSignIn(store, email)
    const fits = await passwordFits(account?.password_hash ?? null, password)
    if (!fits || !account) {
      await noteFailure(store, who)
      log.warn({ address }, 'sign_in_refused')
      return null
    }
    await noteSuccess(store, who)
    log.info({ account: account.id }, 'signed_in')
    return startSession(store, account.id, new Date(), { address, browser })
  })
}
