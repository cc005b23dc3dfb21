import 'server-only'
import type { JournalRecord } from '@/lib/journal-record'
import { recordWords } from '@/lib/record-words'
import { may } from '@/lib/roles'
import { closedTo } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Row } from './chain'
import { standsAlone } from './standing-alone'

export type WantedRecords = {
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
export async function listRecords(person: Person, wanted: WantedRecords): Promise<JournalRecord[]> {
  const { kind, buyerId, from, to, before } = wanted
  const store = await database()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('journal')
    .selectAll()
    .where(standsAlone) // the others stand among the actions, with everything that belongs to them
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('account_id', '=', person.accountId))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(wanted.person !== undefined, (query) => query.where('person', '=', wanted.person ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', `${from}T00:00:00.000Z`))
    .$if(to !== undefined, (query) => query.where('at', '<=', `${to}T23:59:59.999Z`))
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(recordsPiece)
    .execute()
  return rows.map(recordOf)
}

const recordOf = ({ seq, at, kind, person, merchant, buyer_id, ticket, operation, detail }: Row): JournalRecord => ({
  ...{ seq: Number(seq), at, kind, words: recordWords(kind, operation), person, merchant, buyerId: buyer_id, ticket },
  details: pairsIn(JSON.parse(detail)).slice(0, mostDetails),
})

const mostDetails = 60

/** `{a: {b: 1}}` as `a b` and `1`. */
function pairsIn(value: unknown, name = ''): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'object') return [[name, String(value)]]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return [[name, value.join(', ')]]
  return Object.entries(value).flatMap(([key, each]) => pairsIn(each, `${name} ${spaced(key)}`.trim()))
}

/** `importId` as `import id`. */
const spaced = (key: string) => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
