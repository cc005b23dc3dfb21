import 'server-only'
import { createHash, createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
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

/** The hash of a row is that of the row before it and of everything in the row itself. */
export function hashOf(previous: string, { hash: _, ...row }: Omit<Row, 'hash'> & { hash?: string }): string {
  return createHash('sha256').update(previous).update(canonical(row)).digest('hex')
}

export const firstHash = '0'.repeat(64)

/** The signature of the chain's head, so that a cut tail does not go unnoticed. */
export const signatureOf = (seq: number, hash: string) =>
  createHmac('sha256', journalKey()).update(`${seq}:${hash}`).digest('hex')

/**
 * Appends an entry to the chain inside a transaction. Its first statement writes the one row of the head, which makes appends of all
 * processes wait for each other on both engines. Returns the entry's number.
 */
export async function append(tx: Transaction<Tables>, entry: Entry, now = new Date()): Promise<number> {
  const [head] = (await takeNumber(tx, {})).rows
  if (!head) throw new Error('The journal has no head')
  const row = {
    seq: head.seq,
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
  }
  const hash = hashOf(head.hash, row)
  await addRow(tx, { ...row, hash })
  await moveHead(tx, { hash, signature: signatureOf(head.seq, hash) })
  return head.seq
}

const takeNumber = prepared((store) =>
  store
    .updateTable('journal_head')
    .set((row) => ({ seq: row('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning(['seq', 'hash']),
)
const addRow = prepared((store, row: Row) => store.insertInto('journal').values(row))
const moveHead = prepared((store, head: { hash: string; signature: string }) =>
  store.updateTable('journal_head').set(head).where('id', '=', 1),
)
