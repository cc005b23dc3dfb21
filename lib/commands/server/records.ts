import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Row } from '@/lib/journal/crypto'
import { isUnlinked } from '@/lib/journal/unlinked-entry'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { JournalRecord } from '../journal-record'
import { recordWords } from '../record-words'
import { namesFor } from './names-for'

export type RecordFilter = {
  kind?: string | undefined
  person?: string | undefined
  buyerId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The number of the last one seen. */
  before?: number | undefined
}

export const recordsPiece = 50

/** Entries of the journal that are no commands, newest first. Whoever may not read the whole journal sees their own. */
export async function listRecords(person: Person, filter: RecordFilter): Promise<JournalRecord[]> {
  const { kind, buyerId, from, to, before } = filter
  const store = await database()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('journal')
    .selectAll()
    .where(isUnlinked) // the others stand among the actions, with everything that belongs to them
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('account_id', '=', person.accountId))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(filter.person !== undefined, (query) => query.where('person', '=', filter.person ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', `${from}T00:00:00.000Z`))
    .$if(to !== undefined, (query) => query.where('at', '<=', `${to}T23:59:59.999Z`))
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(recordsPiece)
    .execute()
  const named = await namesFor(store, rows)
  return rows.map((row) => ({ ...recordOf(row), buyer: named(row).buyer }))
}

const recordOf = ({
  seq,
  at,
  kind,
  person,
  merchant,
  buyer_id,
  ticket,
  operation,
  detail,
}: Row): Omit<JournalRecord, 'buyer'> => ({
  seq: Number(seq),
  at,
  kind,
  words: recordWords(kind, operation),
  person,
  merchant,
  buyerId: buyer_id,
  ticket,
  details: pairsIn(withoutProof(fromOwnJson(detail))).slice(0, maxDetails),
})

/** What `verify` needs of an entry says nothing to people. */
const withoutProof = (detail: object) => Object.fromEntries(Object.entries(detail).filter(([name]) => name !== 'proof'))

const maxDetails = 60

/** `{a: {b: 1}}` as `a b` and `1`. */
function pairsIn(value: unknown, name = ''): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'object') return [[name, String(value)]]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return [[name, value.join(', ')]]
  return Object.entries(value).flatMap(([key, each]) => pairsIn(each, `${name} ${spaced(key)}`.trim()))
}

/** `importId` as `import id`. */
const spaced = (key: string) => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
