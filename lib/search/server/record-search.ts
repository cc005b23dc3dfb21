import 'server-only'
import { masked, maskName, maskText } from '@/lib/core/masking'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { append, type Entry, isRepeat } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import { singleton } from '@/lib/platform/singleton'
import type { Reading } from '../search-reading'

/** Writes a search by personal data into the journal, masked, before it is made where the journal can be written, and otherwise after. The same person's same search within a minute is one. */
export async function recordSearch(person: Person, merchant: string, readAs: Reading, text: string): Promise<void> {
  if (!isPersonal(readAs, text) || isRepeat('searches', `${person.accountId} ${merchant} ${text}`)) return
  const detail = { readAs, text: maskedText(readAs, text).slice(0, 200) }
  const entry: Entry = {
    kind: 'searched',
    actionId: null,
    accountId: person.accountId,
    person: person.name,
    merchant,
    operation: null,
    buyerId: null,
    ticket: null,
    detail,
  }
  if (unwritten().length < maxUnwritten) unwritten().push(entry)
  await beside('search_not_noted', writeSearches)
}

/** Searches that the journal could not take yet. They are made all the same, and written as soon as it takes them. */
const unwritten = () => singleton('searches-unwritten', () => [] as Entry[])
const maxUnwritten = 10_000

/** Writes down the searches that were made. What can't be written stays for the next time. */
export async function writeSearches(): Promise<void> {
  const taken = unwritten().splice(0)
  if (taken.length === 0) return
  try {
    const store = await database()
    await store.transaction().execute(async (tx) => {
      for (const entry of taken) await append(tx, entry)
    })
  } catch (cause) {
    unwritten().unshift(...taken)
    throw cause
  }
}

/** An id says nothing of a person. Eight letters may be an order id or a name. */
const isPersonal = (readAs: Reading, text: string) => readAs !== 'buyerId' && !(readAs === 'orderId' && /\d/.test(text))

const maskedText = (readAs: Reading, text: string) =>
  readAs === 'email'
    ? masked(text)
    : readAs === 'clues'
      ? maskedClues(text)
      : readAs === 'lastFour'
        ? maskText(text, 1)
        : maskName(text)

const maskedClues = (text: string) =>
  text
    .split(', ')
    .map((part) => (part.includes('@') ? masked(part) : maskText(part, 1)))
    .join(', ')
