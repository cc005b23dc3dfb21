import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { append } from '@/lib/journal/chain'
import { checkpointFile } from '@/lib/journal/checkpoints'
import { firstHash, hashOf } from '@/lib/journal/crypto'
import { appendSome, entry } from '@/lib/journal/entries-for-tests'
import { verify } from '@/lib/journal/verify'
import { dashboardHealth } from '@/lib/status/server/dashboard-health'
import { readiness } from '@/lib/status/server/readiness'
import { problemIn } from '@/lib/testing/endings'
import { ada, buyerId, commandOf, employ } from './commands-for-tests'
import { perform } from './perform'
import { ServiceForTests } from './service-for-tests'

describe.each(engines)('a running server on %s', (engine) => {
  let place: OwnPlace
  let store: Database
  let service: ServiceForTests

  beforeEach(async () => {
    service = new ServiceForTests()
    place = await newPlace(engine)
    startAt(place, { SERVICE_URL: await service.start() })
    store = await database()
    await employ(store, ada)
    await perform(command())
    service.received.splice(0)
  })

  afterEach(async () => {
    await service.stop()
    await stop()
    await place.remove()
  })

  const command = () => commandOf('changeExpirationDate', { params: { buyerId, subscriptionId: randomUUID() } })
  const entries = () => store.selectFrom('journal').selectAll().orderBy('seq').execute()
  const head = () => store.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
  const last = async () => (await entries()).at(-1) as Awaited<ReturnType<typeof entries>>[number]
  const change = (seq: number, to: object) => store.updateTable('journal').set(to).where('seq', '=', seq).execute()
  const moveHead = (to: object) => store.updateTable('journal_head').set(to).execute()

  /** What a hand does that has the database but not the key. */
  const hands: Record<string, () => Promise<unknown>> = {
    'edits the last entry': async () => change((await last()).seq, { person: 'Mallory' }),
    'edits the last entry and reckons its hash and the head': async () => {
      const row = { ...(await last()), person: 'Mallory' }
      const before = (await entries()).at(-2)
      row.hash = hashOf(before?.hash ?? firstHash, row)
      await change(row.seq, row)
      await moveHead({ hash: row.hash })
    },
    'cuts the tail': async () =>
      store
        .deleteFrom('journal')
        .where('seq', '=', (await last()).seq)
        .execute(),
    'cuts the tail and moves the head back': async () => {
      const [before, end] = (await entries()).slice(-2)
      await store
        .deleteFrom('journal')
        .where('seq', '=', end?.seq ?? 0)
        .execute()
      await moveHead({ seq: before?.seq, hash: before?.hash })
    },
    'changes the signature': () => moveHead({ signature: 'f'.repeat(64) }),
    'changes the hash of the last but one': async () => change((await last()).seq - 1, { hash: 'f'.repeat(64) }),
    'adds an entry': async () =>
      store
        .insertInto('journal')
        .values({ ...(await last()), seq: (await last()).seq + 1 })
        .execute(),
    'takes the head away': () => store.deleteFrom('journal_head').execute(),
  }

  test.each(Object.keys(hands))('appends and sends nothing after a hand that %s', async (hand) => {
    await hands[hand]?.()
    const [rows, before] = [await entries(), await store.selectFrom('journal_head').selectAll().execute()]
    const call = command()
    expect(await problemIn(perform(call))).toMatchObject({
      kind: 'unavailable',
      code: 'journal_broken',
      title: 'Nothing was sent',
    })
    expect(service.received).toEqual([])
    expect(await entries()).toEqual(rows)
    expect(await store.selectFrom('journal_head').selectAll().execute()).toEqual(before)
    expect(await store.selectFrom('actions').select('state').where('action_id', '=', call.actionId).execute()).toEqual([])
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: false })
    expect((await dashboardHealth()).journal?.fault).toEqual(expect.any(String))
    expect(await (await readiness()).json()).toMatchObject({
      status: 'ready',
      journal: { ready: false, reason: expect.any(String) },
    })
  })

  test('goes on as soon as what was changed is put back', async () => {
    const { seq, person } = await last()
    await change(seq, { person: 'Mallory' })
    await problemIn(perform(command()))
    await change(seq, { person })
    await perform(command())
    expect(service.received).toHaveLength(1)
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true })
    expect((await dashboardHealth()).journal?.fault).toBeNull()
  })

  test('extends no older copy that is put in the place of its database', async () => {
    const older = [await entries(), await head()] as const
    await perform(command())
    service.received.splice(0)
    await store.deleteFrom('journal').execute()
    await store.insertInto('journal').values(older[0]).execute()
    await moveHead(older[1])
    expect(await problemIn(perform(command()))).toMatchObject({
      code: 'journal_broken',
      detail: expect.stringContaining('an older copy was put back'),
    })
    expect(service.received).toEqual([])
  })

  test('extends no older copy after a new start either, for its checkpoint file is ahead', async () => {
    const older = [await entries(), await head()] as const
    await perform(command())
    await store.deleteFrom('journal').execute()
    await store.insertInto('journal').values(older[0]).execute()
    await moveHead(older[1])
    await stop()
    startAt(place)
    store = await database()
    expect(await problemIn(perform(command()))).toMatchObject({ code: 'journal_broken' })
  })

  test('extends no older copy that is put in the place of its database and of its checkpoint file; after a new start only an entry kept elsewhere tells', async () => {
    const tables = ['journal', 'journal_head', 'journal_checkpoints', 'actions', 'targets'] as const
    const all = () => Promise.all(tables.map((table) => store.selectFrom(table).selectAll().execute()))
    const file = checkpointFile(place.DATA_DIR)
    const older = { rows: await all(), file: readFileSync(file) }
    await perform(command())
    service.received.splice(0)
    const { seq, hash } = await head()
    for (const table of tables.toReversed()) await store.deleteFrom(table).execute()
    for (const [index, table] of tables.entries()) {
      const rows = older.rows[index] ?? []
      if (rows.length > 0) await store.insertInto(table).values(rows).execute()
    }
    writeFileSync(file, older.file)
    expect(await problemIn(perform(command()))).toMatchObject({
      code: 'journal_broken',
      detail: expect.stringContaining('an older copy was put back'),
    })
    expect(service.received).toEqual([])
    expect((await dashboardHealth()).journal?.fault).toContain('an older copy was put back')
    expect(await (await readiness()).json()).toMatchObject({ journal: { ready: false } })
    await stop()
    startAt(place)
    store = await database()
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true })
    const why = `the journal ends at ${(await head()).seq}, before the entry ${seq} expected`
    expect(await verify(store, place.DATA_DIR, { seq, hash })).toMatchObject({ whole: false, why })
  })

  test('that is emptied together with its checkpoint file begins anew, and says so as long as it runs', async () => {
    for (const table of ['journal', 'actions', 'targets', 'journal_checkpoints'] as const) await store.deleteFrom(table).execute()
    await moveHead({ seq: 0, hash: firstHash, signature: '' })
    expect(await problemIn(perform(command()))).toMatchObject({ code: 'journal_broken' }) // the file still tells of more
    rmSync(checkpointFile(place.DATA_DIR))
    await perform(command())
    expect((await dashboardHealth()).journal?.fault).toMatch(/^it was emptied after entry \d+$/)
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true })
  })

  test('finds an older entry that was changed when it is asked to verify', async () => {
    await change(1, { person: 'Mallory' })
    await perform(command())
    expect(await verify(store, place.DATA_DIR)).toEqual({ whole: false, seq: 1, why: 'entry 1 doesn’t match what was written' })
  })

  test('takes what a transaction gave up for nothing that was put back', async () => {
    const given = store.transaction().execute(async (tx) => {
      await appendSome(3, tx)
      throw new Error('given up')
    })
    await expect(given).rejects.toThrow('given up')
    await perform(command())
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true })
  })

  test('keeps half a character as the database does, in whatever column', async () => {
    await store.transaction().execute((tx) => append(tx, { ...entry({}), ticket: 'T-\ud800', person: 'Zo\udc00' }))
    await perform(command())
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
