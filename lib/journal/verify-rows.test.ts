import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { moveQuote } from '@/lib/commands/server/quotes'
import { recordEverything, recordedBuyer } from '@/lib/commands/server/record-for-tests'
import { settleByPerson } from '@/lib/commands/server/settling'
import type { RowFault } from '@/lib/core/verdict'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import type { Database } from '@/lib/database/open'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { asked, finance, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { append } from './chain'
import { changeAction, entry } from './entries-for-tests'
import { asWritten, type Value, type VouchedFor, vouchedFor } from './row-digests'
import { describeRow, verify } from './verify'

type Row = Record<string, Value>
const byName = (store: Database) => store as unknown as Kysely<Record<string, Row>>
/** What changes without an entry, as the service may give another price, or is null in every row here. */
const unrecordedColumns: { [Name in VouchedFor]?: string[] } = {
  accounts: ['shown_email'],
  quotes: ['checked', 'checked_at'],
  ...Object.fromEntries(['event_addresses', 'agent_tokens'].map((table) => [table, ['last_used_at']])),
  incident_rows: ['note', 'before', 'claimed_at', 'tries', 'due_at'],
  note_mentions: ['seen_at'],
  passkeys: ['counter', 'transports', 'entry', 'last_used_at'],
  view_pins: ['position'],
}
/** Rows that refer to another go first. */
const children: { [Name in VouchedFor]?: [string, string][] } = {
  refunds: [['refund_steps', 'refund_id']],
  guides: [['guide_steps', 'guide_id']],
  notes: ['note_versions', 'note_mentions'].map((child): [string, string] => [child, 'note_id']),
}
const tables = Object.keys(vouchedFor) as VouchedFor[]

/** Columns beside the id in which no two rows may be alike. */
const oneOfAKind: { [Name in VouchedFor]?: string } = {
  quotes: 'id',
  event_addresses: 'digest',
  promises: 'note_id',
  closed_rows: 'thing',
  incident_rows: 'incident',
  scim_people: 'user_name_key',
  views: 'code',
  passkeys: 'credential_id',
}
/** Tables in whose columns a value of another row may not stand. */
const distinct = [...Object.keys(oneOfAKind), 'actions', 'approvals', 'accounts', 'incidents']

describe.each(engines)('what people see is compared with the journal on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const rows = new Map<VouchedFor, Row[]>()

  beforeAll(async () => {
    await recordEverything()
    await recordEverything()
    for (const table of tables) rows.set(table, await byName(own.store).selectFrom(table).selectAll().execute())
  })

  const idOf = (table: VouchedFor, row: Row) => vouchedFor[table].id.map((column) => row[column]).join('/')
  const at = (table: VouchedFor, row: Row) =>
    sql`where ${sql.join(
      vouchedFor[table].id.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      sql` and `,
    )}`
  const faultsIn = async (tx: Database): Promise<RowFault[]> => {
    const verdict = await verify(tx, own.place.DATA_DIR)
    return verdict.whole ? [] : (verdict.rows ?? [{ table: 'journal', id: '', field: null, why: verdict.why }])
  }

  /** Another value that the column may hold: one of another row where there is one, for some refer to other tables. */
  function otherThan(table: VouchedFor, column: string, value: Value): Value {
    if (column === 'account_id')
      return (
        rows
          .get('notes')
          ?.map((row) => row.account_id)
          .find((id) => id !== value) ?? ''
      )
    if (typeof value === 'number' || column === 'rate_approved' || column === 'looked_ms') return Number(value) + 7
    const others = distinct.includes(table) ? [] : (rows.get(table) ?? []).map((row) => row[column] ?? null)
    return others.find((other) => other !== value && other !== null) ?? (value === null ? 'planted' : `${value}x`)
  }

  test('untouched it is whole, and there is something of each kind', async () => {
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    expect(tables.filter((table) => rows.get(table)?.length === 0)).toEqual([])
  })

  test.each(tables)('each changed column of %s is named with its row', async (table) => {
    const row = rows.get(table)?.at(-1) as Row
    const { id, entries } = vouchedFor[table]
    for (const [column, value] of Object.entries(row)) {
      if ((id as readonly string[]).includes(column)) continue // another id is another row, see below
      if (unrecordedColumns[table]?.includes(column)) continue
      await rolledBack(own.store, async (tx) => {
        const to = otherThan(table, column, value)
        const apart = column === entries && 'number' in row ? sql`, number = 99` : sql`` // one of a kind within its refund or guide
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} ${apart} ${at(table, row)}`.execute(tx)
        const field = column === entries ? null : column
        expect([column, await faultsIn(tx)]).toEqual([
          column,
          expect.arrayContaining([expect.objectContaining({ table, id: idOf(table, row), field })]),
        ])
      })
    }
  })

  test.each(tables)('a deleted row of %s is named', async (table) => {
    const row = rows.get(table)?.at(-1) as Row
    await rolledBack(own.store, async (tx) => {
      for (const [child, of] of children[table] ?? [])
        await sql`delete from ${sql.table(child)} where ${sql.ref(of)} = ${row.id}`.execute(tx)
      await sql`delete from ${sql.table(table)} ${at(table, row)}`.execute(tx)
      expect(await faultsIn(tx)).toContainEqual(expect.objectContaining({ table, id: idOf(table, row), field: null }))
    })
  })

  // An account may be added before the journal has a key.
  test.each(tables.filter((table) => table !== 'accounts'))('a row of %s that no entry tells of is named', async (table) => {
    const row = rows.get(table)?.at(-1) as Row
    const planted = table === 'scim_people' ? otherThan(table, 'account_id', row.account_id ?? null) : randomUUID()
    const copy: Row = { ...row, [vouchedFor[table].id[0]]: planted, ...('action_id' in row ? { action_id: planted } : {}) }
    await rolledBack(own.store, async (tx) => {
      if ('number' in copy) copy.number = 99 // one of a kind within its refund or guide
      if (table === 'note_versions') Object.assign(copy, { note_id: row.note_id, version: 99 })
      if (table === 'note_mentions') Object.assign(copy, { note_id: row.note_id, account_id: rows.get('notes')?.[0]?.account_id })
      if (table === 'reply_texts') copy.version = 99
      const column = oneOfAKind[table]
      if (column) copy[column] = planted
      if (table === 'desk_settings') copy.name = 'letterhead planted'
      await byName(tx).insertInto(table).values(copy).execute()
      expect(await faultsIn(tx)).toContainEqual(expect.objectContaining({ table, id: idOf(table, copy), field: null }))
    })
  })

  test('a rule that was removed is none that is missing, until somebody puts it back by hand', async () => {
    const [rule] = rows.get('approval_rules') as [Row]
    const removed = await own.store
      .selectFrom('journal')
      .select('detail')
      .where('detail', 'like', '%"removed"%')
      .executeTakeFirstOrThrow()
    const { id } = JSON.parse(removed.detail).removed
    await rolledBack(own.store, async (tx) => {
      await byName(tx)
        .insertInto('approval_rules')
        .values({ ...rule, id })
        .execute()
      expect(await faultsIn(tx)).toEqual([expect.objectContaining({ table: 'approval_rules', id, field: null })])
    })
  })

  test('a quote is no longer moved on once somebody has changed its price by hand', async () => {
    const [quote] = rows.get('quotes') as [Row]
    const withdrawn = { id: `${quote.id}`, did: 'withdrawn', values: { withdrawn_at: '2026-11-03T09:00:00.000Z' } } as const
    await rolledBack(own.store, async (tx) => {
      await tx.updateTable('quotes').set({ answer: '{"total":"0.01"}' }).where('id', '=', withdrawn.id).execute()
      await expect(moveQuote(tx, finance, withdrawn)).rejects.toMatchObject({ problem: { code: 'row_changed' } })
    })
  })

  test('what somebody has changed by hand stays named, for nobody settles the action after it', async () => {
    const action = rows.get('actions')?.find(({ settled_as }) => settled_as === 'happened') as Row
    const { action_id: actionId } = action
    await changeAction(own.store, `${actionId}`, { settled_as: null, settled_at: null, settled_by: null, settled_how: null })
    await own.store.updateTable('actions').set({ request: '{}' }).where('action_id', '=', `${actionId}`).execute()
    const settled = settleByPerson(somebody('settler', 'manager'), `${actionId}`, {
      as: 'happened',
      how: 'checked',
      reason: 'Seen',
    })
    await expect(settled).rejects.toMatchObject({ problem: { code: 'row_changed' } })
    expect(await faultsIn(own.store)).toEqual([expect.objectContaining({ table: 'actions', id: actionId, field: 'request' })])
    await changeAction(own.store, `${actionId}`, action)
    expect(await faultsIn(own.store)).toEqual([])
  })

  test('a row is written down as it is, and one that is not there is none to write down', async () => {
    const [refund, other] = rows.get('refunds') as [Row, Row]
    const guide = rows.get('guides')?.[0] as Row
    await rolledBack(own.store, async (tx) => {
      expect(await asWritten(tx, ['refunds', `${refund.id}`], ['guides', `${guide.id}`], ['refunds', `${other.id}`])).toEqual([
        { table: 'refunds', id: refund.id, values: refund },
        { table: 'guides', id: guide.id, values: guide },
        { table: 'refunds', id: other.id, values: other },
      ])
      await expect(asWritten(tx, ['guides', `${refund.id}`])).rejects.toThrow(
        `There is no row ${refund.id} of guides to be written down`,
      )
    })
  })

  test('a changed row is said in words with the entry that wrote it', async () => {
    const row = rows.get('refunds')?.at(-1) as Row
    await rolledBack(own.store, async (tx) => {
      await tx.updateTable('refunds').set({ amount: '9999.99' }).where('id', '=', `${row.id}`).execute()
      const [fault] = await faultsIn(tx)
      expect(fault && describeRow(fault)).toMatch(/^refunds [0-9a-f-]{36}: amount: it doesn’t match what entry \d+ wrote$/)
    })
  })

  test('what a version before kept no digests of is no fault', async () => {
    await rolledBack(own.store, async (tx) => {
      const [action] = rows.get('actions') as Row[]
      await append(tx, { ...entry({ state: 'done' }), kind: 'outcome', actionId: `${action?.action_id}` })
      await tx.updateTable('actions').set({ answer: 'written by it' }).where('action_id', '=', `${action?.action_id}`).execute()
      const older = randomUUID()
      await byName(tx)
        .insertInto('actions')
        .values({ ...action, action_id: older, undoes: null })
        .execute()
      await append(tx, { ...entry({ request: {} }), kind: 'intent', actionId: older })
      expect(await faultsIn(tx)).toEqual([])
      await tx.deleteFrom('actions').where('action_id', '=', older).execute()
      expect(await faultsIn(tx)).toEqual([expect.objectContaining({ table: 'actions', id: older })])
    })
  })

  test('what goes with an erased buyer is no fault, what goes without one is', async () => {
    const admin = somebody('admin', 'admin')
    await rolledBack(own.store, async (tx) => {
      await tx.updateTable('actions').set({ sealed: '' }).execute()
      expect((await faultsIn(tx)).map(({ field }) => field)).toContain('sealed')
    })
    await eraseBuyer(admin, 'northwind', recordedBuyer)
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    const left = await own.store.selectFrom('notes').select('id').execute()
    expect(left).toEqual([])
  })

  test('rows that change while it walks raise no alarm', async () => {
    let isWorking = true
    const working = (async () => {
      for (let turn = 0; turn < 15; turn += 1) {
        const { id, version } = await askRefund(somebody('asker', 'agent'), asked())
        await moveRefund(finance, { stepId: randomUUID(), refundId: id, kind: 'approved', version, note: null })
      }
    })().finally(() => {
      isWorking = false
    })
    while (isWorking) expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    await working
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
