import 'server-only'
import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isObject } from '@/lib/core/json'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { isServed } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { log } from '@/lib/platform/log'

/**
 * The tables whose rows `verify` compares with the journal: the columns of a row's id, and the column by which its entries are found. Of an
 * account what lets somebody in, what they may do and their name are recorded; of a passkey not how often and when it was used; of a
 * quote not what the service said when it was asked again, which each look replaces; of an address for events not when it was last used; of a row of an incident its end, from when it has
 * one: before that the incident's own row vouches for it by the hash of all rows. Of views and pins those that others see, and of names those on
 * unconfirmed actions. What the service tells (events, facts and what is found by them) is no act of anybody here, and the next read replaces it.
 */
export const vouchedFor = {
  actions: { id: ['action_id'], entries: 'action_id' },
  approvals: { id: ['id'], entries: 'action_id' },
  refunds: { id: ['id'], entries: 'id' },
  refund_steps: { id: ['id'], entries: 'refund_id' },
  refund_batches: { id: ['id'], entries: 'id' },
  guides: { id: ['id'], entries: 'id' },
  guide_steps: { id: ['id'], entries: 'guide_id' },
  notes: { id: ['id'], entries: 'id' },
  note_versions: { id: ['note_id', 'version'], entries: 'note_id' },
  note_mentions: { id: ['note_id', 'account_id'], entries: 'note_id' },
  reply_texts: { id: ['id'], entries: 'id' },
  quotes: { id: ['entry_id'], entries: 'entry_id' },
  approval_rules: { id: ['id'], entries: 'id' },
  desk_settings: { id: ['name'], entries: 'name' },
  reason_presets: { id: ['operation'], entries: 'operation' },
  event_addresses: { id: ['id'], entries: 'id' },
  alert_rules: { id: ['id'], entries: 'id' },
  alerts: { id: ['id'], entries: 'id' },
  handovers: { id: ['id'], entries: 'id' },
  promises: { id: ['id'], entries: 'id' },
  closed_rows: { id: ['id'], entries: 'id' },
  owners: { id: ['thing', 'kind', 'merchant'], entries: 'thing' },
  views: { id: ['id'], entries: 'id' },
  view_pins: { id: ['view_id', 'who'], entries: 'view_id' },
  incidents: { id: ['id'], entries: 'id' },
  incident_rows: { id: ['batch', 'n'], entries: 'batch' },
  agent_tokens: { id: ['id'], entries: 'id' },
  hooks: { id: ['id'], entries: 'id' },
  accounts: { id: ['id'], entries: 'id' },
  scim_people: { id: ['account_id'], entries: 'account_id' },
  passkeys: { id: ['id'], entries: 'id' },
  passkey_lifts: { id: ['id'], entries: 'account_id' },
} as const satisfies { [Name in keyof Tables]?: { id: readonly (keyof Tables[Name])[]; entries: keyof Tables[Name] } }

export type VouchedFor = keyof typeof vouchedFor
export const isVouchedFor = (name: unknown): name is VouchedFor => typeof name === 'string' && Object.hasOwn(vouchedFor, name)

export type Value = string | number | null

/** A row, or the columns of it that were changed, as they are in the database once the transaction is committed. */
export type Written = { [Name in VouchedFor]: { table: Name; id: string; values: Partial<Tables[Name]> } }[VouchedFor]

/** A row that is no longer there, or that nobody vouches for from now on. */
export type Removed = { table: VouchedFor; id: string; removed: true }

/** What an entry holds of a row: of each column that was written a digest, so that the journal grows little and repeats nothing. */
export type RowDigests = { table: VouchedFor; id: string; columns: Record<string, string>; removed?: true }

export function digestsOf(written: Written | Removed): RowDigests {
  const { table, id } = written
  if ('removed' in written) return { ...written, columns: {} }
  const { values } = written
  const columns = Object.entries(values as Record<string, Value>).map(
    ([column, value]) => [column, digestOf({ table, id, column, value })] as const,
  )
  return { table, id, columns: Object.fromEntries(columns) }
}

type Cell = { table: VouchedFor; id: string; column: string; value: Value }

/**
 * The digest includes table, row and column, so that values of two rows can't be swapped. 96 bits are enough that nobody finds another
 * value.
 */
export const digestOf = ({ table, id, column, value }: Cell): string =>
  hash('sha256', `${table}\n${id}\n${column}\n${value === null ? '' : `=${value}`}`, 'base64url').slice(0, 16)

/**
 * Rows as this transaction has written them, or the columns of them that it has written: for the others, entries before it vouch, and
 * somebody else may have changed them by hand. What is written after it is asked for would be missing from the entry.
 */
export async function asWritten(
  tx: Transaction<Tables>,
  ...wanted: readonly (readonly [table: VouchedFor, id: string, columns?: readonly string[]])[]
): Promise<Written[]> {
  const written: Written[] = []
  for (const [table, id, columns] of wanted) {
    const [row] = (await readRow(table)(tx, { id })).rows
    if (!row) throw new Error(`There is no row ${id} of ${table} to be written down`)
    const values = columns ? Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column))) : row
    written.push({ table, id, values } as Written)
  }
  return written
}

type Reader = ReturnType<typeof readerOf>
const [readers, holders] = [new Map<VouchedFor, Reader>(), new Map<VouchedFor, Reader>()]

const readRow = (table: VouchedFor): Reader => readers.get(table) ?? keptIn(readers, table, readerOf(table, false))
const holdRow = (table: VouchedFor): Reader => holders.get(table) ?? keptIn(holders, table, readerOf(table, true))

function keptIn(all: Map<VouchedFor, Reader>, table: VouchedFor, reader: Reader): Reader {
  all.set(table, reader)
  return reader
}

/** Each table that is asked for like this has one column as its id. On the embedded engine a transaction holds the whole file anyway. */
const readerOf = (table: VouchedFor, isHeld: boolean) =>
  prepared((store, { id }: { id: string }) => {
    const row = store
      .selectFrom(table as 'refunds')
      .selectAll()
      .where(vouchedFor[table].id[0] as 'id', '=', id)
    return isHeld && isServed(store) ? row.forUpdate() : row
  })

/** The digests in an entry's detail; null for one of a version that kept none. */
export function digestsIn(detail: unknown): RowDigests[] | null {
  if (!isObject(detail) || !isObject(detail.proof) || !Array.isArray(detail.proof.rows)) return null
  return detail.proof.rows.filter(isRowDigests)
}

const isRowDigests = (value: unknown): value is RowDigests =>
  isObject(value) && isVouchedFor(value.table) && typeof value.id === 'string' && isObject(value.columns)

export type Cells = Map<string, { digest: string; seq: number }>
/** For each row, by table and id, the newest digest of each column, or the entry that removed it. After an entry of an older version, which kept none, nothing is known of them. */
export type Recorded = { isOlder: boolean; rows: Map<string, Cells>; removed: Map<string, number> }

/** What entries that share a key say of rows; oldest first. */
export function recordedBy(entries: readonly { seq: number; detail: string }[]): Recorded {
  const recorded: Recorded = { isOlder: false, rows: new Map(), removed: new Map() }
  for (const { seq, detail } of entries) {
    const digests = digestsIn(readDetail(detail))
    if (digests === null) {
      recorded.isOlder = true
      recorded.rows.clear()
    }
    for (const { table, id, columns, removed } of digests ?? []) {
      const row = `${table} ${id}`
      if (removed) {
        recorded.rows.delete(row)
        recorded.removed.set(row, seq)
        continue
      }
      const cells: Cells = recorded.rows.get(row) ?? new Map()
      recorded.rows.set(row, cells)
      recorded.removed.delete(row)
      for (const [column, digest] of Object.entries(columns)) cells.set(column, { digest, seq })
    }
  }
  return recorded
}

/** An entry's detail; null where somebody wrote something there that can't be read. */
export function readDetail(detail: string): unknown {
  try {
    return JSON.parse(detail)
  } catch {
    return null
  }
}

/**
 * Throws `unavailable` (`row_changed`) where somebody changed a row without an entry or wrote one that no entry tells of, so that no further
 * step vouches for what they wrote. `row` is as this transaction found it, and held by it. Not compared are columns it leaves out, those that
 * were emptied with an erased buyer, and those of which only older versions wrote.
 */
export async function requireAsRecorded<Name extends VouchedFor>(
  tx: Transaction<Tables>,
  table: Name,
  row: Partial<Tables[Name]>,
): Promise<void> {
  const values = row as Record<string, Value>
  const id = vouchedFor[table].id.map((column) => values[column]).join('/')
  const entries = (await readEntries(tx, { key: `${values[vouchedFor[table].entries]}` })).rows
  const { rows, isOlder, removed } = recordedBy(entries)
  const cells = rows.get(`${table} ${id}`)
  if (!cells && !isOlder) {
    const { isRecordedOtherwise } = await import('./rows-without-digests') // an entry tells of almost every row
    const isKnown = await isRecordedOtherwise(tx, { table, id, row: values }, removed.has(`${table} ${id}`))
    if (!isKnown) throw changedByHand(`${table} ${id}`, 'no entry of the journal records it')
  }
  for (const [column, { digest, seq }] of cells ?? []) {
    const value = values[column]
    if (value === undefined || digestOf({ table, id, column, value }) === digest) continue
    const { mayBeErased, wasErased } = await import('./unlinked-entry') // hardly any row differs
    if (mayBeErased(column, value) && (await wasErased(tx, values, seq))) continue
    throw changedByHand(`${table} ${id}`, `its ${column} doesn’t match what entry ${seq} of the journal wrote`)
  }
}

/** The same for a row as it is stored now, which the transaction holds from here on. A row that isn't there is none that changed. */
export async function requireStoredAsRecorded(tx: Transaction<Tables>, table: VouchedFor, id: string): Promise<void> {
  const [row] = (await holdRow(table)(tx, { id })).rows
  if (row) await requireAsRecorded(tx, table, row as Tables[typeof table])
}

const readEntries = prepared((store, { key }: { key: string }) =>
  store.selectFrom('journal').select(['seq', 'detail']).where('action_id', '=', key).orderBy('seq'),
)

/** The problem of a row that somebody changed in the database, which the log names too. */
export function changedByHand(row: string, why: string): ServiceProblem {
  log.error({ reason: `${row}: ${why}` }, 'row_changed')
  return problem(
    'unavailable',
    `Somebody changed this in the database: ${why}. Nothing was sent or saved. Tell the person who runs Counterfoil.`,
    { code: 'row_changed', title: 'Nothing was sent' },
  )
}

/** Whether something failed because somebody changed a row in the database. */
export const isChangedByHand = (cause: unknown): boolean =>
  cause instanceof ServiceProblem && cause.problem.code === 'row_changed'
