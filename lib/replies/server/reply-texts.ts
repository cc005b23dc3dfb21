import 'server-only'
import { randomUUID } from 'node:crypto'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import type { ReplyKey } from '@/lib/core/reply-part'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import { isReplyLocale, type ReplyLocale } from '../languages'
import { isReplyKey, type OwnText } from '../own-texts'

/** Which sentence of which merchant account. */
type Place = { merchant: string; key: ReplyKey; language: ReplyLocale }

const maxVersions = 100

/** The newest of each sentence that a merchant account has ever changed. */
export async function ownTexts(merchant: string): Promise<OwnText[]> {
  const store = await database()
  const rows = await store
    .selectFrom('reply_texts')
    .selectAll()
    .where('merchant', '=', merchant)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reply_texts as later')
            .select('later.version')
            .whereRef('later.merchant', '=', 'reply_texts.merchant')
            .whereRef('later.key', '=', 'reply_texts.key')
            .whereRef('later.language', '=', 'reply_texts.language')
            .whereRef('later.version', '>', 'reply_texts.version'),
        ),
      ),
    )
    .orderBy('key')
    .orderBy('language')
    .execute()
  return rows.flatMap(asOwnText)
}

/** Every text that a sentence had in any language, newest first. */
export async function textVersions(merchant: string, key: ReplyKey): Promise<OwnText[]> {
  const store = await database()
  const rows = await store
    .selectFrom('reply_texts')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('key', '=', key)
    .orderBy('written_at', 'desc')
    .orderBy('version', 'desc')
    .limit(maxVersions)
    .execute()
  return rows.flatMap(asOwnText)
}

/** A sentence that an older or newer version had isn't shown. */
function asOwnText({ key, language, text, version, person, written_at }: Tables['reply_texts']): OwnText[] {
  return isReplyKey(key) && isReplyLocale(language) ? [{ key, language, text, version, person, at: written_at }] : []
}

/**
 * Gives a sentence another text; null gives back the built-in one. `version` is the one that was shown, 0 where there was none. The change
 * is journaled. Throws `conflict` with the code `changed` where somebody else has saved one since.
 */
export async function setReplyText(
  person: Person,
  place: Place,
  { text, version }: { text: string | null; version: number },
  claim?: Claim,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    // The entry comes first: writers wait for each other there, so that the version is still the newest when the row is added.
    const before = await newest(tx, place)
    const row = {
      ...place,
      id: randomUUID(),
      version: version + 1,
      text,
      account_id: person.accountId,
      person: person.name,
      written_at: new Date().toISOString(),
    }
    await append(tx, {
      kind: 'setting',
      rows: [{ table: 'reply_texts', id: row.id, values: row }],
      detail: {
        setting: 'reply-text',
        sentence: place.key,
        language: place.language,
        before: forJournal(before?.text ?? null),
        after: forJournal(text),
      },
      actionId: row.id,
      accountId: person.accountId,
      person: person.name,
      merchant: place.merchant,
      operation: 'replyText',
      buyerId: null,
      ticket: null,
    })
    if (((await newest(tx, place))?.version ?? 0) !== version)
      throw problem('conflict', 'Somebody else saved this text since you opened it. Yours wasn’t saved.', { code: 'changed' })
    await tx.insertInto('reply_texts').values(row).execute()
  })
}

/** An address in a signature is the account's own, but the journal keeps none. */
const forJournal = (text: string | null) => text && maskTyped(text)

const newest = (tx: Pick<Awaited<ReturnType<typeof database>>, 'selectFrom'>, { merchant, key, language }: Place) =>
  tx
    .selectFrom('reply_texts')
    .select(['version', 'text'])
    .where('merchant', '=', merchant)
    .where('key', '=', key)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
