import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import { journalKey } from '@/lib/journal/crypto'
import type { Manifest, ManifestVerdict } from '../evidence'

/** The signature of a manifest's exact text, with the key that signs the journal's head. */
export const manifestSignature = (text: string) => createHmac('sha256', journalKey()).update(`evidence\n${text}`).digest('hex')

export async function journalHead(): Promise<Manifest['journal']> {
  return (await database()).selectFrom('journal_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

/** Whether we signed the text, and whether the journal still has the row the pack was made at. Keeps nothing. */
export async function manifestVerdict(text: string, signature: string): Promise<ManifestVerdict> {
  const ours = Buffer.from(manifestSignature(text))
  const given = Buffer.from(signature)
  const signed = ours.length === given.length && timingSafeEqual(ours, given)
  if (!signed) return { signed, journal: 'missing' } // nothing is looked up for who cannot show our signature
  const { journal } = fromOwnJson<Manifest>(text)
  const store = await database()
  const row = await store.selectFrom('journal').select('hash').where('seq', '=', journal.seq).executeTakeFirst()
  return { signed, journal: row === undefined ? 'missing' : row.hash === journal.hash ? 'same' : 'other' }
}
