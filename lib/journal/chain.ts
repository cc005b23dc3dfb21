import 'server-only'
import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { isObject } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { atOneMoment, isServed } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { dataFolder, headSeen, lastCheckpoint, olderThan, recordSeen } from './checkpoints'
import { canonical, firstHash, type Head, hashOf, type JournalRow, signatureOf } from './crypto'
import { digestsOf, type Removed, type Written } from './row-digests'
import type { KeptSignature } from './signature'

/** An entry before it's appended: who did what, and about whom. */
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
  /** The rows that people see of it, as they are now; without them `verify` could not tell that one was changed. */
  rows?: readonly (Written | Removed)[]
  /** The newest checkpoint that is known to be on the disk. */
  checkpoint?: { file: string; seq: number } | null
}

export type EntryKind =
  | 'intent'
  | 'outcome'
  | 'late-outcome'
  | 'settled'
  | 'approval-asked'
  | Decided
  | OfMachines
  | 'setting'
  | 'typed'
  | 'note'
  | 'promise'
  | DashboardEntryKind
  | Taken
  | 'refund'
  | 'refund-file'
  | 'quote'
  | 'checkpoints-accepted'
  | 'guide'
  | 'forbidden' // somebody asked for what their role may not
  | AboutPeople

type Decided = 'approved' | 'declined' | 'voided'

/** What a machine wanted a person to do, what became of it, and the calls of a minute. */
type OfMachines = 'proposed' | 'proposal-refused' | 'pressed' | 'proposal-declined' | 'machine-calls'

/** The kinds of entries that aren't about a command. */
type DashboardEntryKind =
  | 'assigned'
  | 'unassigned'
  | 'handover-made'
  | 'handover-taken'
  | 'row-closed'
  | 'alert-closed'
  | 'incident'
  | 'searched'
  | 'imported'
  | 'retention-set'
  | 'erased'

/** An account was added or changed or its sessions ended; the company's answer was refused. */
type AboutPeople = 'person' | 'sign-in-refused' | OfPasskeys

/** A passkey was enrolled, removed or not accepted; somebody was asked to sign; what came was no sound signature. */
type OfPasskeys = 'passkey-added' | 'passkey-removed' | 'passkey-refused' | 'signature-asked' | 'signature-refused'

/** A file was exported, a masked value was shown, a help desk showed a buyer, or somebody came to the end of what they may do so often. */
type Taken = 'exported' | 'revealed' | 'panel-opened' | 'alert'

/**
 * Appends an entry to the chain inside a transaction. On PostgreSQL its first statement locks the one row of the head, on SQLite
 * the transaction has locked the file: appends of all processes wait for each other. Returns the entry's number. Throws `unavailable`
 * with the code `journal_broken` where the chain's end is not what was written: to sign it would make it look sound.
 */
export async function append(tx: Transaction<Tables>, entry: Entry, now = new Date()): Promise<number> {
  const head = await soundHead(tx)
  const seq = head.seq + 1
  const row = rowOf(seq, entry, now, takeSignature(tx, entry))
  row.hash = hashOf(head.hash, row)
  await addRow(tx, row)
  const next = { seq, hash: row.hash, signature: signatureOf(seq, row.hash) }
  await moveHead(tx, next)
  heads.set(tx, next)
  return seq
}

// The new head of each transaction that has appended something and isn't committed yet.
const heads = new WeakMap<object, Head>()

/** The head as this transaction leaves it, where it has appended anything. */
export const headWrittenIn = (tx: Transaction<Tables>): Head | null => heads.get(tx) ?? null

// What somebody has signed, until the transaction's first entry of theirs keeps it.
const signatures = new WeakMap<object, { accountId: string; signature: KeptSignature }>()

/** The next entry that this transaction appends for somebody keeps their signature. */
export const keepSignature = (tx: Transaction<Tables>, accountId: string, signature: KeptSignature): void =>
  void signatures.set(tx, { accountId, signature })

function takeSignature(tx: Transaction<Tables>, entry: Entry): KeptSignature | undefined {
  const waiting = signatures.get(tx)
  if (waiting?.accountId !== entry.accountId) return undefined
  signatures.delete(tx)
  return waiting.signature
}

/** Masks every column but those that name colleagues, so that no caller can bring a personal value into the journal. */
function rowOf(seq: number, entry: Entry, now: Date, signature: KeptSignature | undefined): JournalRow {
  const { rows, checkpoint, detail } = entry
  const proof = rows || checkpoint ? { rows: rows?.map(digestsOf), checkpoint: checkpoint ?? undefined } : undefined
  const isMore = proof !== undefined || signature !== undefined
  return {
    seq,
    at: now.toISOString(),
    kind: entry.kind,
    action_id: entry.actionId,
    account_id: entry.accountId,
    person: wellFormed(entry.person),
    merchant: plain(entry.merchant) ?? '',
    operation: plain(entry.operation),
    buyer_id: plain(entry.buyerId),
    ticket: plain(entry.ticket),
    detail: canonical(isMore && isObject(detail) ? { ...masked(detail), proof, signature } : masked(detail)),
    hash: '',
  }
}

/** Replaces halves of characters: the database would give back another character, and the hash would no longer fit. */
const wellFormed = (text: string) => Buffer.from(text).toString()
const plain = (text: string | null): string | null => text && wellFormed(masked(text))

async function soundHead(tx: Transaction<Tables>): Promise<Head> {
  const [head] = (await lockHead(tx, {})).rows
  const isOwn = heads.has(tx) // the transaction's own entries may still be rolled back, so they don't count as seen
  const isNew = head?.seq === 0 && lastCheckpoint(dataFolder()) === null // nothing is extended
  const fault = head ? await endFault(tx, head, isOwn || isNew ? null : headSeen(tx)) : 'it has no head'
  if (head && fault === null) {
    if (!isOwn) recordSeen(tx, head)
    return head
  }
  log.error({ reason: fault }, 'journal_broken')
  throw problem(
    'unavailable',
    `The journal doesn’t match what was written (${fault}), so nothing was sent or saved. Tell the person who runs Counterfoil.`,
    { code: 'journal_broken', title: 'Nothing was sent' },
  )
}

/** The head, and what is wrong with the chain's end: one look at it and the last two entries. */
export async function lookAtEnd(store: Kysely<Tables>): Promise<{ head: Head | null; fault: string | null }> {
  const seen = headSeen(store) // read first, because others append meanwhile
  return atOneMoment(store, async (moment) => {
    const [head] = (await readHead(moment, {})).rows
    if (!head) return { head: null, fault: 'it has no head' }
    return { head, fault: await endFault(moment, head, seen) }
  })
}

/** The head must be signed and be that of the last entry, and it must not be older than a head that was seen before. */
async function endFault(store: Kysely<Tables>, head: Head, seen: Head | null): Promise<string | null> {
  const { rows } = await readEnd(store, { from: head.seq - 1 })
  const fault = faultOf(head, rows)
  if (fault !== null || seen === null) return fault
  const near = [head, ...rows].find(({ seq }) => seq === seen.seq)
  return olderThan(seen, head, near?.hash ?? (await readHash(store, { seq: seen.seq })).rows[0]?.hash)
}

function faultOf({ seq, hash, signature }: Head, rows: readonly JournalRow[]): string | null {
  const [before, last, beyond] = [seq - 1, seq, seq + 1].map((number) => rows.find((row) => row.seq === number))
  if (beyond) return `there is an entry ${beyond.seq}, but its head says ${seq}`
  if (seq === 0) return hash === firstHash ? null : 'the head isn’t signed with this key'
  if (signature !== signatureOf(seq, hash)) return 'the head isn’t signed with this key'
  if (!last) return `entry ${seq} is missing`
  if (!before && seq > 1) return `entry ${seq - 1} is missing`
  const isWritten = last.hash === hash && hashOf(before?.hash ?? firstHash, last) === hash
  return isWritten ? null : `entry ${seq} doesn’t match what was written`
}

const readHead = prepared((store) => store.selectFrom('journal_head').select(['seq', 'hash', 'signature']).where('id', '=', 1))
/** Waits until nobody else is writing into the journal; until the transaction ends, nobody else will. */
export const waitForTurn = async (tx: Transaction<Tables>): Promise<void> => void (await lockHead(tx, {}))

const lockHead = prepared((store) => {
  const head = store.selectFrom('journal_head').select(['seq', 'hash', 'signature']).where('id', '=', 1)
  return isServed(store) ? head.forUpdate() : head // the embedded engine locks the whole file as a transaction begins
})
const readEnd = prepared((store, { from }: { from: number }) =>
  store.selectFrom('journal').selectAll().where('seq', '>=', from).orderBy('seq').limit(3),
)
const readHash = prepared((store, { seq }: { seq: number }) => store.selectFrom('journal').select('hash').where('seq', '=', seq))
const addRow = prepared((store, row: JournalRow) => store.insertInto('journal').values(row))
const moveHead = prepared((store, head: Head) => store.updateTable('journal_head').set(head).where('id', '=', 1))

const againMs = 60_000

/** Whether this was noted in the last minute already. `subject` names its kind. Only a digest is remembered. */
export function isRepeat(subject: string, text: string, now = performance.now()): boolean {
  const seen = singleton(`noted-${subject}`, () => new Map<string, number>())
  for (const [key, at] of seen) if (now - at > againMs) seen.delete(key)
  const key = createHash('sha256').update(text).digest('base64')
  if (seen.has(key)) return true
  seen.set(key, now)
  return false
}
