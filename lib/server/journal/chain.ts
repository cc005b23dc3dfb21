import 'server-only'
import { createHmac, hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isServed } from '../database/is-served'
import { prepared } from '../database/prepared'
import type { Tables } from '../database/schema'
import { canonical } from './canonical'
import { journalKey } from './journal-key'

/** What is written down: who, about whom, and what it was. `detail` holds masked values only. */
export type Entry = {
  kind: EntryKind
  actionId: string | null
  accountId: string
  person: string
  merchant: string
  operation: string | null
  buyerId: string | null
  ticket: string | null
  detail: unknown
}

export type EntryKind =
  | 'intent'
  | 'outcome'
  | 'late-outcome'
  | 'settled'
  | 'approval-asked'
  | Decided
  | 'setting'
  | 'typed'
  | 'note'
  | DeskEntryKind
  | Taken
  | 'refund'
  | 'guide'
  | 'forbidden' // somebody asked for what their role may not
  | AboutPeople

type Decided = 'approved' | 'declined' | 'voided'

/** What is no command, and is written down all the same. */
type DeskEntryKind = 'searched' | 'imported' | 'retention-set' | 'erased'

/** An account was added or changed or its sessions ended; the company's answer was refused. */
type AboutPeople = 'person' | 'sign-in-refused'

/** A file was taken out of the desk, a masked value was shown, or somebody came to the end of what a person may do so often. */
type Taken = 'exported' | 'revealed' | 'alert'

export type Row = Tables['journal']

/** The hash of a row is that of the row before it and of everything in the row itself, as `canonical` would write it: a row is flat. */
export function hashOf(previous: string, row: Omit<Row, 'hash'>): string {
  const { account_id, action_id, at, buyer_id, detail, kind, merchant, operation, person, seq, ticket } = row
  const sorted: Omit<Row, 'hash'> = {
    account_id,
    action_id,
    at,
    buyer_id,
    detail,
    kind,
    merchant,
    operation,
    person,
    seq,
    ticket,
  }
  return hash('sha256', previous + JSON.stringify(sorted))
}

export const firstHash = '0'.repeat(64)

/** The signature of the chain's head, so that a cut tail does not go unnoticed. */
export const signatureOf = (seq: number, hash: string) =>
  createHmac('sha256', journalKey()).update(`${seq}:${hash}`).digest('hex')

/**
 * Appends an entry to the chain inside a transaction. On PostgreSQL its first statement locks the one row of the head, on SQLite
 * the transaction has locked the file: appends of all processes wait for each other. Returns the entry's number.
 */
export async function append(tx: Transaction<Tables>, entry: Entry, now = new Date()): Promise<number> {
  const [head] = (await lockHead(tx, {})).rows
  if (!head) throw new Error('The journal has no head')
  const seq = head.seq + 1
  const row = {
    seq,
    at: now.toISOString(),
    kind: entry.kind,
    action_id: entry.actionId,
    account_id: entry.accountId,
    person: entry.person,
    merchant: entry.merchant,
    operation: entry.operation,
    buyer_id: entry.buyerId,
    ticket: entry.ticket,
    detail: canonical(entry.detail),
    hash: '',
  }
  row.hash = hashOf(head.hash, row)
  await addRow(tx, row)
  await moveHead(tx, { seq, hash: row.hash, signature: signatureOf(seq, row.hash) })
  return seq
}

const lockHead = prepared((store) => {
  const head = store.selectFrom('journal_head').select(['seq', 'hash']).where('id', '=', 1)
  return isServed(store) ? head.forUpdate() : head // the embedded engine locks the whole file as a transaction begins
})
const addRow = prepared((store, row: Row) => store.insertInto('journal').values(row))
const moveHead = prepared((store, head: { seq: number; hash: string; signature: string }) =>
  store.updateTable('journal_head').set(head).where('id', '=', 1),
)
