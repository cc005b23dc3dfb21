import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { type VouchedFor, vouchedFor } from '@/lib/journal/row-digests'
import { chosen, type Random } from './plan'

type Tx = Transaction<Tables>
export type Row = Record<string, string | number | null>
/** Tables are read by their names here, so their rows have no exact type. */
export const byName = (tx: Tx) => tx as unknown as Kysely<Record<string, Row>>

/** A row that a hand changed or took out, as the verification must name it. */
export type Edited = { table: VouchedFor; id: string }
/** What a hand may do to a row that people see; null where there is none. */
export type Edit = (tx: Tx, random: Random) => Promise<Edited | null>

/** What a seed leaves rows in, by what there is one of each; what others refer to comes before them. */
export const keys = {
  actions: ['action_id'],
  approvals: ['id'],
  approval_rules: ['id'],
  refunds: ['id'],
  refund_steps: ['id'],
  refund_batches: ['id'],
  guides: ['id'],
  guide_steps: ['id'],
  notes: ['id'],
  note_versions: ['note_id', 'version'],
  note_mentions: ['note_id', 'account_id'],
  promises: ['id'],
  quotes: ['id'],
  event_addresses: ['id'],
  incidents: ['id'],
  incident_rows: ['incident', 'n'],
} as const satisfies { [Name in VouchedFor]?: readonly (keyof Tables[Name])[] }
export type Table = keyof typeof keys

/** What refers to a row, and goes with it. */
const children: { [Name in Table]?: readonly (readonly [Table, string])[] } = {
  refunds: [['refund_steps', 'refund_id']],
  guides: [['guide_steps', 'guide_id']],
  notes: [
    ['note_versions', 'note_id'],
    ['note_mentions', 'note_id'],
  ],
}

const idOf = (table: Table, row: Row) => vouchedFor[table].id.map((column) => row[column]).join('/')
const isRow = (table: Table, row: Row) =>
  sql<SqlBool>`${sql.join(
    keys[table].map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )}`

const every = sql<SqlBool>`1 = 1`

/** Does something to one of the rows that the journal vouches for. */
const toOne =
  (table: Table, which: typeof every, work: (tx: Tx, row: Row) => Promise<unknown>): Edit =>
  async (tx, random) => {
    const vouched = byName(tx).selectFrom(table).selectAll().where(vouchedFor[table].id[0], 'is not', null)
    const rows = await vouched
      .where(which)
      .orderBy(sql.join(keys[table].map((column) => sql.ref(column))))
      .execute()
    if (rows.length === 0) return null
    const row = chosen(random, rows)
    await work(tx, row)
    return { table, id: idOf(table, row) }
  }

const changed = (table: Table, values: (row: Row) => Row, which = every) =>
  toOne(table, which, (tx, row) => byName(tx).updateTable(table).set(values(row)).where(isRow(table, row)).execute())

const takenOut = (table: Table) =>
  toOne(table, every, async (tx, row) => {
    for (const [child, column] of children[table] ?? [])
      await byName(tx).deleteFrom(child).where(column, '=', `${row.id}`).execute()
    await byName(tx).deleteFrom(table).where(isRow(table, row)).execute()
  })

// The database itself refuses a second one that follows the same action.
const refused = sql<SqlBool>`state in ('refused', 'not-sent') and follows is null`

/** Edits of what people act on, each of which the journal tells otherwise. */
export const edits: Record<string, Edit> = {
  'an action said to be done': changed('actions', () => ({ state: 'done' }), refused),
  'an action said to be refused': changed('actions', () => ({ state: 'refused' }), sql`state = 'done'`),
  'another person of an action': changed('actions', () => ({ person: 'Nobody' })),
  'an action taken out': takenOut('actions'),
  'an approval given': changed(
    'approvals',
    () => ({ state: 'approved', decided_by: 'Nobody' }),
    sql`state in ('waiting', 'voided')`,
  ),
  'an approval taken out': takenOut('approvals'),
  'another amount of a refund': changed('refunds', ({ amount }) => ({ amount: `9${amount}` })),
  'a refund said to be done': changed('refunds', () => ({ state: 'done' }), sql`state <> 'done'`),
  'an approval rule taken out': takenOut('approval_rules'),
  'a weaker approval rule': changed('approval_rules', () => ({ threshold: 9_999 })),
  'another person of an approval': changed('approvals', () => ({ person: 'Nobody' })),
}

/** What a hand writes into a row of what people keep beside that. */
const written: { [Name in Table]?: Row } = {
  refund_steps: { person: 'Nobody' },
  refund_batches: { file: 'Another file' },
  guides: { ticket: 'T-by-hand' },
  guide_steps: { words: 'Nobody said that' },
  notes: { ticket: 'T-by-hand' },
  note_versions: { text: 'Nobody wrote that' },
  note_mentions: { mentioned_at: '2001-01-01T00:00:00.000Z' },
  promises: { due_on: '2001-01-01' },
  quotes: { words: 'Nobody offered that' },
  event_addresses: { made_by: 'Nobody' },
  incidents: { reason: 'Nobody said that' },
  incident_rows: { words: 'Nobody said that' },
}

/** Edits of it, two of each table. */
export const otherEdits: Record<string, Edit> = Object.fromEntries(
  (Object.keys(written) as Table[]).flatMap((table) => [
    [`a changed row of ${table}`, changed(table, () => written[table] ?? {})],
    [`a row of ${table} taken out`, takenOut(table)],
  ]),
)
