import 'server-only'
import { randomBytes } from 'node:crypto'
import { problem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { challengeOf } from '@/lib/journal/signature'
import { provenBy, requestOptions, signatureGiven } from './assertion'
import { challengeWith, keepChallenge, spendChallenge } from './challenges'
import { keysOf, ownHost } from './keys'
import { advanceCounter } from './sign'

/**
 * Whether somebody whose password fits has shown their passkey, too. Without the header `x-signature` it throws 428 with what the browser
 * asks for. Somebody without a key that works is let in by the password: their keys were lifted.
 */
export async function hasShownPasskey(store: Database, accountId: string, header: string | null): Promise<boolean> {
  const keys = await keysOf(store, accountId)
  if (keys.length === 0) return true
  if (header === null) throw await passkeyWanted(accountId, keys)
  const given = signatureGiven(header)
  const challenge = given && (await challengeWith(store, given.id))
  if (!given || challenge?.purpose !== 'sign-in' || challenge.account_id !== accountId) return false
  const proven = await provenBy(store, accountId, given, challengeOf(challenge.statement, 'sign-in'))
  if ('refused' in proven) return false
  return store.transaction().execute(async (tx) => {
    if (!(await spendChallenge(tx, challenge.id))) return false
    const used = await advanceCounter(tx, proven)
    if (used) await requireAsRecorded(tx, 'passkeys', used)
    return used !== undefined
  })
}

async function passkeyWanted(accountId: string, keys: Awaited<ReturnType<typeof keysOf>>) {
  const nonce = randomBytes(32).toString('base64url')
  const statement = canonical({ v: 1, signsIn: accountId, origin: ownHost().origin, nonce })
  const kept = { account_id: accountId, purpose: 'sign-in' as const, statement, sealed: '', action_id: null }
  const { id } = await keepChallenge(kept)
  const options = await requestOptions(keys, challengeOf(statement, 'sign-in'))
  return problem('signedOut', 'Confirm with your passkey that it’s you.', {
    status: 428,
    code: 'passkey_required',
    title: 'Your passkey is needed',
    signature: { id, statement, options },
  })
}
