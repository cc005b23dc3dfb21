import 'server-only'
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { once } from '../once'

/** The key that signs checkpoints: JOURNAL_KEY, or derived from NEXTAUTH_SECRET. The verify command reads the same two. */
export function journalKey(): KeyObject {
  return once('journal-key', () => {
    const given = process.env.JOURNAL_KEY
    if (given) return createSecretKey(given, 'utf8')
    const secret = process.env.NEXTAUTH_SECRET
    if (!secret) throw new Error('Give JOURNAL_KEY or NEXTAUTH_SECRET: the journal’s checkpoints are signed with it')
    return createSecretKey(derived(secret, 'counterfoil journal'))
  })
}

/** A key of 32 bytes for one purpose. */
export const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
