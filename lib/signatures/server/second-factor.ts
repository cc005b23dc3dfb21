import 'server-only'
import { randomBytes } from 'node:crypto'
import { problem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { challengeOf } from '@/lib/journal/signature'
import { provenBy, type Refused, requestOptions, signatureGiven } from './assertion'
import { challengeWith, keepChallenge, spendChallenge } from './challenges'
import { keysOf, ownHost } from './keys'
import { advanceCounter } from './sign'

type Why = Refused | 'unreadable' | 'unknown' | 'used or over'

/**
 * Why the passkey that somebody has shown, whose password fits, doesn't count; null where it does. Without the header `x-signature` it throws
 * 428 with what the browser asks for. Somebody without a key that works is let in by the password: their keys were lifted.
 */
export async function whyPasskeyRefused(store: Database, accountId: string, header: string | null): Promise<Why | null> {
  const keys = await keysOf(store, accountId)
  if (keys.length === 0) return null
  if (header === null) throw await passkeyWanted(accountId, keys)
  const given = signatureGiven(header)
  const challenge = given && (await challengeWith(store, given.id))
  if (given === null) return 'unreadable'
  if (challenge?.purpose !== 'sign-in' || challenge.account_id !== accountId) return 'unknown'
  const proven = await provenBy(store, accountId, given, challengeOf(challenge.statement, 'sign-in'))
  if ('refused' in proven) return proven.refused
  return store.transaction().execute(async (tx) => {
    if (!(await spendChallenge(tx, challenge.id))) return 'used or over'
    const used = await advanceCounter(tx, proven)
    if (used) await requireAsRecorded(tx, 'passkeys', used)
    return used ? null : 'counter'
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
