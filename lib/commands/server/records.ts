import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import type { JournalRow } from '@/lib/journal/crypto'
import { isUnlinked } from '@/lib/journal/unlinked-entry'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { Approval } from '../approval'
import type { JournalRecord } from '../journal-record'
import { recordText } from '../record-text'
import { namesFor } from './names-for'
import { wordsOf } from './words-of'

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
  const requests = await requestsOf(store, rows)
  const named = await namesFor(
    store,
    rows.map((row) => ({ ...row, ...requests.get(row.action_id ?? '') })),
  )
  return rows.map((row) => recordOf(row, requests.get(row.action_id ?? ''), named))
}

/** What people call a command that somebody asked approval for, and what it's about as names are looked up by. */
type Requested = { called: string; target: string }

/** The requests that entries are about, by the id of their action: an entry about a decision has only that. */
async function requestsOf(store: Database, rows: readonly JournalRow[]): Promise<Map<string, Requested>> {
  const ids = rows.flatMap(({ kind, action_id }) => (approvalKinds.has(kind) && action_id !== null ? [action_id] : []))
  if (ids.length === 0) return new Map()
  const found = await store
    .selectFrom('approvals')
    .select(['action_id', 'operation', 'merchant', 'request', 'asked_at'])
    .where('action_id', 'in', ids)
    .execute()
  return new Map(
    found.map((row) => {
      const request = fromOwnJson<Approval['request']>(row.request)
      return [
        row.action_id,
        { called: wordsOf({ ...row, request }, row.asked_at), target: `subscription:${request.params.subscriptionId}` },
      ]
    }),
  )
}

const approvalKinds = new Set(['approval-asked', 'approved', 'declined', 'voided'])

function recordOf(row: JournalRow, requested: Requested | undefined, named: Awaited<ReturnType<typeof namesFor>>): JournalRecord {
  const { seq, at, kind, person, merchant, buyer_id, ticket, operation } = row
  const { buyer, product } = named({ merchant, buyer_id, ...requested })
  const detail = fromOwnJson<object>(row.detail)
  return {
    seq: Number(seq),
    at,
    kind,
    ...recordText({ kind, operation, detail, called: requested?.called ?? null, product }),
    person,
    merchant,
    buyerId: buyer_id,
    buyer,
    ticket,
  }
}
