import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEverything } from '@/lib/commands/server/record-for-tests'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { rolledBack } from '@/lib/database/rolled-back-for-tests'
import { append, type Entry } from './chain'
import { entry } from './entries-for-tests'
import { type Value, type VouchedFor, vouchedFor } from './row-digests'
import { verify } from './verify'
import { changedRows } from './verify-rows'

type Row = Record<string, Value>
const byName = (store: Database) => store as unknown as Kysely<Record<string, Row>>

describe.each(engines)('what versions that kept no digests have written is understood on %s', (engine) => {
  let place: OwnPlace
  let store: Database
  const rows = new Map<VouchedFor, Row>()

  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place)
    const base = await database()
    await recordEverything()
    for (const table of Object.keys(vouchedFor) as VouchedFor[]) {
      const row = await byName(base).selectFrom(table).selectAll().executeTakeFirstOrThrow()
      rows.set(table, row)
    }
  })
  afterAll(async () => {
    await stop()
    await place.remove()
  })

  const inSequence = (promise: string, work: () => Promise<void>) =>
    test(promise, async () =>
      rolledBack(await database(), (tx) => {
        store = tx
        return work()
      }),
    )
  const plant = async (table: VouchedFor, changes: Row) => {
    const row = { ...rows.get(table), ...changes } as Row
    await byName(store).insertInto(table).values(row).execute()
    return row
  }
  const remove = (table: VouchedFor, column: string, value: string) =>
    byName(store).deleteFrom(table).where(column, '=', value).execute()
  const note = (more: Partial<Entry>, detail: unknown = {}) =>
    append(store as never, { ...entry(detail), actionId: null, ...more })
  const faults = async () => {
    const verdict = await verify(store, place.DATA_DIR)
    return verdict.whole ? [] : (verdict.rows ?? [verdict.why])
  }
  const unrecorded = (table: VouchedFor, id: string) => ({ table, id, field: null, why: 'no entry records it' })

  const kinds = [
    ['actions', 'intent', 'action_id'],
    ['approvals', 'approval-asked', 'action_id'],
    ['refunds', 'refund', 'id'],
    ['guides', 'guide', 'id'],
  ] as const
  for (const [table, kind, key] of kinds)
    inSequence(`a row of ${table} is told of by an entry of its kind, and missed once it is gone`, async () => {
      const id = randomUUID()
      await plant(table, {
        ...(table === 'actions' ? { undoes: null } : { id }),
        ...(key === 'action_id' ? { action_id: id } : {}),
      })
      expect(await faults()).toContainEqual(expect.objectContaining({ table, field: null, why: 'no entry records it' }))
      const seq = await note({ kind, actionId: id })
      expect(await faults()).toEqual([])
      await remove(table, key, id)
      expect(await faults()).toEqual([{ table, id, field: null, why: `entry ${seq} records it, but it’s gone` }])
    })

  inSequence('a note and its versions are told of by entries about notes, and by no others', async () => {
    const [id, other] = [randomUUID(), randomUUID()]
    const { buyer_id, merchant } = await plant('notes', { id })
    for (const version of [1, 2]) await plant('note_versions', { note_id: id, version })
    const about = { buyerId: `${buyer_id}`, merchant: `${merchant}` }
    await note({ ...about, kind: 'setting' }, { noteId: id, version: 1 })
    for (const detail of [{}, 'text', { noteId: 7 }]) await note({ ...about, kind: 'note' }, detail)
    expect(await faults()).toEqual([
      unrecorded('notes', id),
      unrecorded('note_versions', `${id}/1`),
      unrecorded('note_versions', `${id}/2`),
    ])
    const seq = await note({ ...about, kind: 'note' }, { noteId: id, version: 1 })
    expect(await faults()).toEqual([unrecorded('note_versions', `${id}/2`)])
    await note({ ...about, kind: 'note' }, { noteId: id, version: 2 })
    expect(await faults()).toEqual([])
    await plant('notes', { id: other })
    expect(await faults()).toEqual([unrecorded('notes', other)])
    await remove('notes', 'id', other)
    await remove('note_versions', 'note_id', id)
    await remove('notes', 'id', id)
    const gone = { table: 'notes', id, field: null, why: `entry ${seq} records it, but it’s gone` }
    expect(await faults()).toEqual([gone, { ...gone, why: `entry ${seq + 1} records it, but it’s gone` }])
  })

  inSequence('a file for a provider is told of by the step that put a refund into it', async () => {
    const [refund, batch] = [randomUUID(), randomUUID()]
    await plant('refunds', { id: refund })
    await note({ kind: 'refund', actionId: refund })
    await plant('refund_batches', { id: batch })
    const step = { refund_id: refund, note: batch }
    await plant('refund_steps', { ...step, id: randomUUID(), number: 1, kind: 'approved' })
    await plant('refund_steps', { ...step, id: randomUUID(), number: 2, kind: 'batched', note: null })
    expect(await faults()).toEqual([unrecorded('refund_batches', batch)])
    await plant('refund_steps', { ...step, id: randomUUID(), number: 3, kind: 'batched' })
    expect(await faults()).toEqual([])
  })

  inSequence('a text of a reply is told of by the entries about its sentence, one for each version', async () => {
    const place = { merchant: 'northwind', key: 'hello', language: 'fr' }
    const about = { kind: 'setting', operation: 'replyText', merchant: 'northwind' } as const
    for (const version of [1, 2]) await plant('reply_texts', { ...place, id: `northwind/hello/fr/${version}`, version })
    for (const other of [
      { sentence: 'bye', language: 'fr' },
      { sentence: 'hello', language: 'de' },
    ])
      await note(about, other)
    await note(about, { sentence: 'hello', language: 'fr' })
    expect(await faults()).toEqual([unrecorded('reply_texts', 'northwind/hello/fr/2')])
    await note(about, { sentence: 'hello', language: 'fr' })
    expect(await faults()).toEqual([])
  })

  inSequence('a rule for approvals is told of by the setting that added it, and missed by none that removed it', async () => {
    const id = randomUUID()
    const about = { kind: 'setting', operation: 'createBuyer', merchant: '' } as const
    await plant('approval_rules', { id })
    await note(about, { setting: 'reason-presets', added: { id } })
    await note(about, { setting: 'approval-rule', added: { id: randomUUID() } })
    expect(await faults()).toEqual([unrecorded('approval_rules', id)])
    await note(about, { setting: 'approval-rule', added: { id } })
    expect(await faults()).toEqual([])
    const seq = await note(about, { setting: 'approval-rule', removed: { id } })
    expect(await faults()).toEqual([{ ...unrecorded('approval_rules', id), why: `entry ${seq} removed it, but it’s there` }])
    await remove('approval_rules', 'id', id)
    expect(await faults()).toEqual([])
  })

  inSequence('a letterhead is told of by the setting of its merchant account, and what no admin set by nothing', async () => {
    await plant('desk_settings', { name: 'purged' })
    await plant('desk_settings', { name: 'letterhead southbay' })
    await note({ kind: 'setting', operation: 'letterhead', merchant: 'northwind' })
    expect(await faults()).toEqual([unrecorded('desk_settings', 'letterhead southbay')])
    await note({ kind: 'setting', operation: 'letterhead', merchant: 'southbay' })
    expect(await faults()).toEqual([])
  })

  inSequence('settings of events, their addresses and hand-overs are told of by the entries that name them', async () => {
    const [address, handover] = [randomUUID(), randomUUID()]
    await plant('desk_settings', { name: 'events southbay' })
    await plant('event_addresses', { id: address, digest: address })
    await plant('handovers', { id: handover })
    await note({ kind: 'setting', operation: 'letterhead', merchant: 'southbay' })
    await note({ kind: 'setting', operation: 'eventAddress' }, { made: randomUUID(), revoked: address })
    await note({ kind: 'handover-taken' }, { id: handover })
    expect(await faults()).toEqual([
      unrecorded('desk_settings', 'events southbay'),
      unrecorded('event_addresses', address),
      unrecorded('handovers', handover),
    ])
    await note({ kind: 'setting', operation: 'events', merchant: 'southbay' })
    await note({ kind: 'setting', operation: 'eventAddress' }, { made: address })
    await note({ kind: 'handover-made' }, { id: handover })
    expect(await faults()).toEqual([])
  })

  inSequence('a quote of before there were entries about quotes is no fault, wherever it stands in the table', async () => {
    for (const id of ['', '~']) await plant('quotes', { id, entry_id: null })
    expect(await faults()).toEqual([])
    await plant('quotes', { id: 'forged', entry_id: 'forged' })
    expect(await faults()).toEqual([unrecorded('quotes', 'forged')])
  })

  inSequence('an account that no entry tells of is no fault, as it may be older than the journal’s key', async () => {
    await plant('accounts', { id: randomUUID(), email: 'older@desk.test' })
    expect(await faults()).toEqual([])
  })

  inSequence('an entry of another kind tells of no row, whatever it holds', async () => {
    await note({ kind: 'setting', actionId: randomUUID() }, { noteId: randomUUID(), version: 1 })
    expect(await faults()).toEqual([])
  })

  inSequence('every row is looked at, however many there are, and no more are named than are asked for', async () => {
    const ids = Array.from({ length: 450 }, () => randomUUID())
    for (const action_id of ids) await plant('actions', { action_id, undoes: null })
    const found = await changedRows(store, 1_000)
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
    expect([found.length, (await changedRows(store, 20)).length, (await faults()).length]).toEqual([450, 20, 20])
  })

  inSequence('of an erased buyer what was sealed may be empty, and nothing else other than it was', async () => {
    const { action_id, buyer_id, merchant } = rows.get('actions') as Row
    const set = (to: object) => store.updateTable('actions').set(to).where('action_id', '=', `${action_id}`).execute()
    const fields = async () => (await faults()).map((fault) => (typeof fault === 'string' ? fault : fault.field))
    await set({ sealed: '' })
    expect(await fields()).toEqual(['sealed'])
    await note({ kind: 'erased', merchant: `${merchant}`, buyerId: `${buyer_id}` })
    expect(await fields()).toEqual([])
    await set({ sealed: 'something else' })
    expect(await fields()).toEqual(['sealed'])
    await set({ sealed: '', person: '' })
    expect(await fields()).toEqual(['person'])
  })
})
