import 'server-only'
import { masked, maskName, maskText } from '@/lib/masking'
import type { Reading } from '@/lib/search-reading'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { append } from '../journal/chain'
import { isRepeat } from '../journal/repeats'

/** Writes a search by personal data into the journal, masked, before it is made. The same person's same search within a minute is one. */
export async function noteSearch(person: Person, merchant: string, readAs: Reading, text: string): Promise<void> {
  if (!isPersonal(readAs, text) || isRepeat('searches', `${person.accountId} ${merchant} ${text}`)) return
  const detail = { readAs, text: maskedText(readAs, text.slice(0, 200)) }
  const store = await database()
  await store.transaction().execute((tx) =>
    append(tx, {
      ...{ kind: 'searched', actionId: null, accountId: person.accountId, person: person.name },
      ...{ merchant, operation: null, buyerId: null, ticket: null, detail },
    }),
  )
}

/** An id says nothing of a person. Eight letters may be an order id or a name. */
const isPersonal = (readAs: Reading, text: string) => readAs !== 'buyerId' && !(readAs === 'orderId' && /\d/.test(text))

const maskedText = (readAs: Reading, text: string) =>
  readAs === 'email' ? masked(text) : readAs === 'lastFour' || readAs === 'statement' ? maskText(text, 1) : maskName(text)
