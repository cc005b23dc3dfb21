import 'server-only'
import type { Transaction } from 'kysely'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { notify } from '@/lib/notices/server/notify'
import type { Person } from '@/lib/people/server/sessions'
import { namesIn } from '../mentions'

export const peopleOf = (store: Database) =>
  store.selectFrom('accounts').select(['id', 'name']).where('disabled_at', 'is', null).execute()

/** The people whom a text names and who don't know of the note yet: whom an earlier text has named does. */
export async function mentionsOfVersion(
  tx: Transaction<Tables>,
  person: Person,
  { note_id, text, written_at }: Tables['note_versions'],
): Promise<Mentioned[]> {
  const people = await peopleOf(tx)
  const names = people.map(({ name }) => name)
  const named = new Set(namesIn(text, names))
  const before = await tx.selectFrom('note_mentions').select('account_id').where('note_id', '=', note_id).execute()
  const known = new Set([person.accountId, ...before.map(({ account_id }) => account_id)])
  return people
    .filter(({ id, name }) => named.has(name) && !known.has(id))
    .map(({ id: account_id }) => ({ note_id, account_id, mentioned_at: written_at }))
}

/** Which buyer it's about says the list that the notice leads to. */
export async function notifyMentioned(
  tx: Transaction<Tables>,
  { id, merchant }: Pick<Tables['notes'], 'id' | 'merchant'>,
  mentions: readonly Mentioned[],
  version: number,
): Promise<void> {
  if (mentions.length === 0) return
  const news = {
    kind: 'mention' as const,
    of: `${id} ${version}`,
    merchant,
    words: 'New mention in a note',
    href: '/?waiting=mention',
  }
  await notify(tx, news, { people: mentions.map(({ account_id }) => account_id) })
}

export type Mentioned = Omit<Tables['note_mentions'], 'seen_at'>

/** Puts a mention of the person away. */
export async function mentionSeen(person: Person, noteId: string): Promise<void> {
  const store = await database()
  await store
    .updateTable('note_mentions')
    .set({ seen_at: new Date().toISOString() })
    .where('note_id', '=', noteId)
    .where('account_id', '=', person.accountId)
    .where('seen_at', 'is', null)
    .execute()
}
