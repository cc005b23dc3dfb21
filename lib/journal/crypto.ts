import 'server-only'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { isObject } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import { storageEnv } from '@/lib/platform/storage-env'

/** JSON with sorted keys and nothing undefined: equal values give equal text, which is what a digest needs. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  let pairs = ''
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) pairs += `${pairs && ','}${JSON.stringify(key)}:${canonical(value[key])}`
  }
  return `{${pairs}}`
}

export type JournalRow = Tables['journal']

/** The chain's end: number and hash of the newest entry, signed. */
export type Head = Pick<Tables['journal_head'], 'seq' | 'hash' | 'signature'>

/** The hash of a row is that of the row before it and of everything in the row itself. */
export const hashOf = (previous: string, row: Omit<JournalRow, 'hash'>): string => hash('sha256', previous + textOf(row))

/** Everything in a row, as `canonical` would write it: a row is flat. */
export function textOf(row: Omit<JournalRow, 'hash'>): string {
  const { account_id, action_id, at, buyer_id, detail, kind, merchant, operation, person, seq, ticket } = row
  const sorted: Omit<JournalRow, 'hash'> = {
    account_id,
    action_id,
    at,
    buyer_id,
    detail,
    kind,
    merchant,
    operation,
    person,
    seq,
    ticket,
  }
  return JSON.stringify(sorted)
}

export const firstHash = '0'.repeat(64)

/** The signature of the chain's head, so that a cut tail does not go unnoticed. */
export const signatureOf = (seq: number, hash: string, key = journalKey()) => signed(`${seq}:${hash}`, key)

/** Signs anything else of the journal, such as a checkpoint, with the journal's key. */
export const signed = (text: string, key = journalKey()) => createHmac('sha256', key).update(text).digest('hex')

/** The key that signs checkpoints: JOURNAL_KEY, or derived from NEXTAUTH_SECRET. The verify command reads the same two. */
export function journalKey(): KeyObject {
  return singleton('journal-key', () => {
    const { JOURNAL_KEY, NEXTAUTH_SECRET } = storageEnv()
    if (JOURNAL_KEY !== undefined) return createSecretKey(JOURNAL_KEY, 'utf8')
    if (NEXTAUTH_SECRET !== undefined) return createSecretKey(derived(NEXTAUTH_SECRET, 'counterfoil journal'))
    throw new Error('Set JOURNAL_KEY or NEXTAUTH_SECRET. It signs the journal’s checkpoints.')
  })
}

/** Whether this process has the key: somebody may run a command without it. */
export function hasJournalKey(): boolean {
  const { JOURNAL_KEY, NEXTAUTH_SECRET } = storageEnv()
  return (JOURNAL_KEY ?? NEXTAUTH_SECRET) !== undefined
}

/** A key of 32 bytes for one purpose. */
export const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

const key = () => singleton('seal-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil sealed requests'))

/**
 * Encrypts values that an undo will need in clear, such as the e-mail before (AES-256-GCM). What is encrypted for one place, such as a row by
 * its id, can be decrypted for that place alone, so that nobody can move it to another row.
 */
export function encryptJson(value: unknown, place = ''): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(JSON.stringify(value ?? null), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** Throws `conflict` (`sealed_unread`) where the key or the place is another one, or the text was changed. */
export function decryptJson(sealed: string, place = ''): unknown {
  const kept = decrypted(sealed, place)
  if (kept !== null) return kept.value
  const detail =
    'We can’t read what was stored for this: the server’s secret has changed, or somebody changed the row. Nothing was sent or changed. If it still has to be done, start over.'
  throw problem('conflict', detail, { title: 'We can’t read what was stored', code: 'sealed_unread' })
}

/** As `decryptJson`, but null where it throws. */
export function decrypted(sealed: string, place = ''): { value: unknown } | null {
  try {
    return { value: opened(sealed, place) }
  } catch {
    return null
  }
}

function opened(sealed: string, place: string): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}
