import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { namesIn } from '../mentions'
import type { Mention, Note, Notes, NoteVersion } from '../note'
import { type Mentioned, mentionsOfVersion, notifyMentioned, peopleOf } from './mentions'
import { addPromise, promisesOf } from './promises'

const maxNotes = 200

/** The notes on a buyer, newest first, and who may be named in one. */
export async function notesOn(person: Person, merchant: string, buyerId: string): Promise<Notes> {
  const store = await database()
  const rows = await newestVersions(store)
    .where('notes.merchant', '=', merchant)
    .where('notes.buyer_id', '=', buyerId)
    .orderBy('notes.created_at', 'desc')
    .orderBy('notes.id')
    .limit(maxNotes)
    .execute()
  const people = await peopleOf(store)
  const colleagues = people.filter(({ id }) => id !== person.accountId).map(({ name }) => name)
  const names = people.map(({ name }) => name)
  const promises = await promisesOf(
    store,
    rows.map(({ id }) => id),
  )
  const notes = rows.map((row) => ({ ...noteFor(person, row, names), promise: promises.get(row.id) ?? null }))
  return { notes, colleagues: [...new Set(colleagues)].sort() }
}

/** Writes a note. E-mail addresses in it are masked before they are stored. */
export async function writeNote(
  person: Person,
  given: { merchant: string; buyerId: string; ticket: string | null; text: string; due?: string; forShift?: boolean },
  claim?: Claim,
): Promise<void> {
  const { merchant, buyerId, ticket } = given
  const id = randomUUID()
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const at = new Date().toISOString()
    const row = {
      id,
      merchant,
      buyer_id: buyerId,
      account_id: person.accountId,
      ticket,
      created_at: at,
      for_shift: Number(given.forShift === true),
    }
    const version = { note_id: id, version: 1, text: maskTyped(given.text), written_at: at }
    const mentions = await mentionsOfVersion(tx, person, version)
    await note(tx, person, row, { version, mentions })
    await tx.insertInto('notes').values(row).execute()
    await addVersion(tx, version, mentions)
    await notifyMentioned(tx, row, mentions, 1)
    if (given.due !== undefined) await addPromise(tx, person, row, given.due)
  })
}

/** Gives a note of one's own another text; the one before stays in its history. Throws `forbidden`, `notFound`, `conflict` or `unavailable` (`row_changed`). */
export async function rewriteNote(
  person: Person,
  id: string,
  { text, version }: { text: string; version: number },
  claim?: Claim,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const row = await tx.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw problem('notFound', 'We couldn’t find that note.')
    requireMerchant(person, row.merchant)
    if (row.account_id !== person.accountId) throw problem('forbidden', 'Only the author can edit a note.', { code: 'not_yours' })
    await requireAsRecorded(tx, 'notes', row)
    const next = { note_id: id, version: version + 1, text: maskTyped(text), written_at: new Date().toISOString() }
    const mentions = await mentionsOfVersion(tx, person, next)
    await note(tx, person, row, { version: next, mentions })
    const { version: newest } = await tx
      .selectFrom('note_versions')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('note_id', '=', id)
      .executeTakeFirstOrThrow()
    if (newest !== version)
      throw problem('conflict', 'The note was changed in another window. Your edit wasn’t saved. Reload it and try again.', {
        code: 'changed',
      })
    await addVersion(tx, next, mentions)
    await notifyMentioned(tx, row, mentions, next.version)
  })
}

/** Every text the note had, newest first. */
export async function versionsOf(person: Person, id: string): Promise<NoteVersion[]> {
  const store = await database()
  const rows = await store
    .selectFrom('note_versions')
    .innerJoin('notes', 'notes.id', 'note_versions.note_id')
    .select(['version', 'text', 'written_at as at', 'merchant'])
    .where('note_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  const [newest] = rows
  if (!newest) throw problem('notFound', 'We couldn’t find that note.')
  requireMerchant(person, newest.merchant)
  return rows.map(({ merchant: _, ...version }) => version)
}

/** So many notes that name a person are counted; one more is read, so that a number says that there are more. */
export const maxMentions = 50

/** The notes that name the person and that they have not yet put away, newest first. */
export async function mentionsOf(person: Person): Promise<Mention[]> {
  const store = await database()
  const closed = closedTo(person)
  const rows = await newestVersions(store)
    .innerJoin('note_mentions', 'note_mentions.note_id', 'notes.id')
    .select('note_mentions.mentioned_at')
    .where('note_mentions.account_id', '=', person.accountId)
    .where('note_mentions.seen_at', 'is', null)
    .$if(closed.length > 0, (query) => query.where('notes.merchant', 'not in', closed))
    .orderBy('note_mentions.mentioned_at', 'desc')
    .limit(maxMentions + 1)
    .execute()
  return rows.map(({ id, merchant, buyer_id, person: by, text, mentioned_at }) => ({
    noteId: id,
    merchant,
    buyerId: buyer_id,
    person: by,
    text,
    at: mentioned_at,
  }))
}

/** Each note with its newest text and its writer. */
const newestVersions = (store: Database) =>
  store
    .selectFrom('notes')
    .innerJoin('accounts', 'accounts.id', 'notes.account_id')
    .innerJoin('note_versions', 'note_versions.note_id', 'notes.id')
    .select([
      'notes.id',
      'notes.merchant',
      'notes.buyer_id',
      'notes.account_id',
      'notes.ticket',
      'notes.created_at',
      'notes.for_shift',
    ])
    .select(['accounts.name as person', 'note_versions.version', 'note_versions.text', 'note_versions.written_at'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('note_versions as later')
            .select('later.version')
            .whereRef('later.note_id', '=', 'notes.id')
            .whereRef('later.version', '>', 'note_versions.version'),
        ),
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof newestVersions>['execute']>>[number]

const noteFor = (person: Person, row: Row, names: readonly string[]): Omit<Note, 'promise'> => ({
  id: row.id,
  text: row.text,
  version: row.version,
  person: row.person,
  mine: row.account_id === person.accountId,
  ticket: row.ticket,
  at: row.created_at,
  writtenAt: row.written_at,
  mentions: namesIn(row.text, names),
  forShift: row.for_shift === 1,
})

async function addVersion(
  tx: Transaction<Tables>,
  version: Tables['note_versions'],
  mentions: readonly Mentioned[],
): Promise<void> {
  await tx.insertInto('note_versions').values(version).execute()
  if (mentions.length === 0) return
  await tx
    .insertInto('note_mentions')
    .values(mentions.map((row) => ({ ...row, seen_at: null })))
    .execute()
}

type Text = { version: Tables['note_versions']; mentions: readonly Mentioned[] }

/** The journal keeps that a note was written, not what it says. Its entry comes first: writers wait for each other there. */
const note = (tx: Transaction<Tables>, person: Person, row: Tables['notes'], { version, mentions }: Text) =>
  append(tx, {
    kind: 'note',
    actionId: row.id,
    accountId: person.accountId,
    person: person.name,
    operation: null,
    merchant: row.merchant,
    buyerId: row.buyer_id,
    ticket: row.ticket,
    detail: { noteId: row.id, version: version.version, mentions: mentions.length },
    rows: [
      ...(version.version === 1 ? [{ table: 'notes' as const, id: row.id, values: row }] : []),
      { table: 'note_versions', id: `${row.id}/${version.version}`, values: version },
      ...mentions.map((values) => ({ table: 'note_mentions' as const, id: `${row.id}/${values.account_id}`, values })),
    ],
  })
