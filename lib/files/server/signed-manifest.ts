import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import { journalKey } from '@/lib/journal/crypto'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Manifest, ManifestVerdict } from '../evidence'

/** The signature of a manifest's exact text, with the key that signs the journal's head. */
export const manifestSignature = (text: string) => createHmac('sha256', journalKey()).update(`evidence\n${text}`).digest('hex')

export async function journalHead(): Promise<Manifest['journal']> {
  return (await database()).selectFrom('journal_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

/** Whether we signed the text, and whether the journal still has the row the pack was made at. Keeps nothing. */
export async function manifestVerdict(person: Person, text: string, signature: string): Promise<ManifestVerdict> {
  const ours = Buffer.from(manifestSignature(text))
  const given = Buffer.from(signature)
  const signed = ours.length === given.length && timingSafeEqual(ours, given)
  if (!signed) return { signed, journal: 'missing', madeBy: null, buyer: null } // nothing is looked up for who cannot show our signature
  const { journal, merchant, buyerId } = fromOwnJson<Manifest>(text)
  const store = await database()
  const row = await store
    .selectFrom('journal')
    .select(['hash', 'person', 'operation', 'buyer_id'])
    .where('seq', '=', journal.seq)
    .executeTakeFirst()
  if (row?.hash !== journal.hash) return { signed, journal: row ? 'other' : 'missing', madeBy: null, buyer: null }
  // Somebody else's entry may have come between the pack's own and the reading of the head.
  const isOwn = row.operation === 'makeEvidence' && row.buyer_id === buyerId
  const maySee = !closedTo(person).includes(merchant)
  const buyer = maySee ? (await whoAre(store, merchant, [buyerId]))(buyerId).title : null
  return { signed, journal: 'same', madeBy: isOwn && maySee ? row.person : null, buyer }
}
