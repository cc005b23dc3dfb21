import 'server-only'
import { type Kysely, sql } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import { isObject } from '@/lib/core/json'
import type { RowFault } from '@/lib/core/verdict'
import { atOneMoment, type Database } from '@/lib/database/open'
import type { JournalRow as Entry } from './crypto'
import {
  type Cells,
  digestOf,
  digestsIn,
  isVouchedFor,
  readDetail,
  recordedBy,
  type Value,
  type VouchedFor,
  vouchedFor,
} from './row-digests'
import { isOwn, type RowToCompare, recordedOtherwise, removedFrom } from './rows-without-digests'
import { type Break, breakIn } from './story'
import { mayBeErased, wasErased } from './unlinked-entry'

// Tables are read by their names here, so their rows have no exact type.
type Row = Record<string, Value>
type ByName = Kysely<Record<string, Row>>
const byName = (store: Database) => store as unknown as ByName

const tables = Object.keys(vouchedFor).filter(isVouchedFor)
const idOf = (table: VouchedFor, row: Row) => vouchedFor[table].id.map((column) => row[column]).join('/')

/** What an entry says must be there, and by which column it is found. */
type ExpectedRow = { table: VouchedFor; column: string; value: string; id: string | null; entry: Entry }

/** The rows that entries tell of and that are gone, other than with an erased buyer. */
export function missingRows(store: Database, entries: readonly Entry[]): Promise<RowFault[]> {
  const expected = entries.flatMap(expectedBy)
  return atOneMoment(store, async (moment) => {
    const faults: RowFault[] = []
    for (const table of tables)
      for (const column of new Set<string>([vouchedFor[table].id[0], vouchedFor[table].entries])) {
        const these = expected.filter((each) => each.table === table && each.column === column)
        faults.push(...(await goneOf(moment, table, column, these)))
      }
    return faults
  })
}

/** An entry of a version that kept no digests tells by its kind what it was about. */
function expectedBy(entry: Entry): ExpectedRow[] {
  const detail = readDetail(entry.detail)
  const digests = digestsIn(detail)
  if (digests)
    return digests.flatMap(({ table, id, removed }) => {
      const column = vouchedFor[table].id[0]
      return removed || isOver(table, detail) ? [] : [{ table, column, value: id.split('/')[0] ?? id, id, entry }]
    })
  const [table, value] = recordedByKind(entry, detail)
  return table && value ? [{ table, column: vouchedFor[table].entries, value, id: null, entry }] : []
}

/** A name that was put on something goes when its time is over. */
const isOver = (table: VouchedFor, detail: unknown) =>
  table === 'owners' && isObject(detail) && `${detail.until}` <= new Date().toISOString()

function recordedByKind({ kind, action_id }: Entry, detail: unknown): [VouchedFor | null, string | null] {
  if (kind === 'intent') return ['actions', action_id]
  if (kind === 'approval-asked') return ['approvals', action_id]
  if (kind === 'refund') return ['refunds', action_id]
  if (kind === 'guide') return ['guides', action_id]
  if (kind === 'note' && isObject(detail) && typeof detail.noteId === 'string') return ['notes', detail.noteId]
  return [null, null]
}

async function goneOf(
  moment: Database,
  table: VouchedFor,
  column: string,
  expected: readonly ExpectedRow[],
): Promise<RowFault[]> {
  if (expected.length === 0) return []
  const values = [...new Set(expected.map(({ value }) => value))]
  const rows = await byName(moment)
    .selectFrom(table)
    .select([...new Set([...vouchedFor[table].id, column])])
    .where(column, 'in', values)
    .execute()
  const there = new Set(rows.flatMap((row) => [`${row[column]}`, idOf(table, row)]))
  const removed = await removedFrom(moment, table)
  const faults: RowFault[] = []
  for (const { id, value, entry } of expected) {
    if (there.has(id ?? value) || (await wasErased(moment, entry, entry.seq))) continue
    if (removed.has(value) || (await isRemoved(moment, entry, `${table} ${id}`))) continue
    faults.push({ table, id: id ?? value, field: null, why: `entry ${entry.seq} records it, but it’s gone` })
  }
  return faults
}

/** Whether a later entry says that a row is gone. */
async function isRemoved(moment: Database, { action_id, seq }: Entry, row: string): Promise<boolean> {
  if (action_id === null) return false
  const later = moment.selectFrom('journal').select(['seq', 'detail']).where('action_id', '=', action_id).where('seq', '>', seq)
  return recordedBy(await later.orderBy('seq').execute()).removed.has(row)
}

const piece = 200

/** The rows that are not what their entries say, and those that no entry has written; `most` of them at most. */
export async function changedRows(store: Database, max: number): Promise<RowFault[]> {
  const faults: RowFault[] = []
  for (const table of tables) {
    const { id } = vouchedFor[table]
    const columns = sql.join(id.map((column) => sql.ref(column)))
    const all = byName(store).selectFrom(table).selectAll().where(id[0], 'is not', null).limit(piece) // null is a row of an older version
    const inOrder = id.reduce((query, column) => query.orderBy(column), all)
    for (let last: Row | undefined; faults.length < max; ) {
      const after = last
      const next = after ? inOrder.where(sql<boolean>`(${columns}) > (${sql.join(id.map((column) => after[column]))})`) : inOrder
      const found = await atOneMoment(store, async (moment) => {
        const rows = (await moment.executeQuery(next.compile())).rows as Row[]
        return { rows, faults: await faultsOf(moment, table, rows) }
      })
      faults.push(...found.faults)
      last = found.rows.at(-1)
      if (last === undefined) break
    }
  }
  return faults.slice(0, max)
}

async function faultsOf(moment: Database, table: VouchedFor, rows: readonly Row[]): Promise<RowFault[]> {
  if (rows.length === 0) return []
  const keys = rows.map((row) => `${row[vouchedFor[table].entries]}`)
  const entries = await moment
    .selectFrom('journal')
    .select(['seq', 'kind', 'action_id', 'detail'])
    .where('action_id', 'in', [...new Set(keys)])
    .orderBy('seq')
    .execute()
  const told = groupBy(entries, ({ action_id }) => action_id ?? '')
  const written = new Map([...told].map(([key, these]) => [key, recordedBy(these)]))
  const compared = rows.map((row, at): Compared => {
    const recorded = written.get(keys[at] ?? '')
    const id = idOf(table, row)
    const name = `${table} ${id}`
    const isOlder = recorded?.isOlder ?? false
    const broken = isOlder ? null : breakIn(table, told.get(keys[at] ?? '') ?? [])
    return { table, id, row, isOlder, broken, cells: recorded?.rows.get(name), removedBy: recorded?.removed.get(name) }
  })
  const isUnmade = ({ cells, removedBy, broken }: Compared) =>
    broken ? broken.before === null : !cells && removedBy === undefined
  const unrecorded = compared.filter((each) => !each.isOlder && isUnmade(each))
  const recorded = unrecorded.length > 0 ? await recordedOtherwise(moment, table, unrecorded) : new Set<string>()
  const removed = await removedFrom(moment, table)
  const faults: RowFault[] = []
  for (const each of compared) {
    const isUnrecorded = unrecorded.includes(each) && !recorded.has(each.id)
    const isBack = removed.get(each.id) ?? (isOwn(each) ? undefined : each.removedBy)
    const why = isUnrecorded ? whyUnmade(each) : (isBack && `entry ${isBack} removed it, but it’s there`) || whyBroken(each)
    const fault = why ? { table, id: each.id, field: null, why } : await faultOf(moment, each)
    if (fault) faults.push(fault)
  }
  return faults
}

type Compared = RowToCompare & {
  isOlder: boolean
  broken: Break | null
  cells: Cells | undefined
  removedBy: number | undefined
}

const whyUnmade = ({ broken }: Compared) =>
  broken ? `entry ${broken.seq} tells of it, but none before it made it` : 'no entry records it'

const whyBroken = ({ broken }: Compared) =>
  broken && broken.before !== null && `entry ${broken.seq} can’t follow entry ${broken.before}`

async function faultOf(moment: Database, { table, id, row, cells }: Compared): Promise<RowFault | null> {
  for (const [column, { digest, seq }] of cells ?? []) {
    const value = row[column]
    if (value !== undefined && digestOf({ table, id, column, value }) === digest) continue
    if (mayBeErased(column, value) && (await wasErased(moment, row, seq))) continue
    return { table, id, field: column, why: `it doesn’t match what entry ${seq} wrote` }
  }
  return null
}
