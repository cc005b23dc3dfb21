import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyPlace, engines, type OwnPlace } from './engines-for-tests'
import { type Database, openDatabase } from './open'

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  const opened: Database[] = []

  const open = async () => {
    const database = await openDatabase(place)
    opened.push(database)
    return database
  }

  beforeEach(async () => {
    place = await emptyPlace(engine)
  })

  afterEach(async () => {
    for (const database of opened.splice(0)) await database.destroy()
    await place.remove()
  })

  test('several connections that open an empty database at once all find its schema whole', async () => {
    const databases = await Promise.all([open(), open(), open(), open()])
    const heads = await Promise.all(databases.map((database) => database.selectFrom('journal_head').selectAll().execute()))
    expect(heads).toEqual(Array(4).fill([{ id: 1, seq: 0, hash: '0'.repeat(64), signature: '' }]))
  })

  test('a version that does not know all of the schema yet opens it beside the newer one', async () => {
    const newer = await open()
    await sql`insert into kysely_migration (name, timestamp) values ('999_of_a_newer_version', '2026-01-01')`.execute(newer)
    const heads = await Promise.all(
      [open(), open()].map(async (older) => (await older).selectFrom('journal_head').select('seq').execute()),
    )
    expect(heads).toEqual([[{ seq: 0 }], [{ seq: 0 }]])
  })

  test('what was committed is there for whoever opens it next', async () => {
    const account = {
      id: 'a',
      email: 'ada@example.test',
      name: 'آدا 🦊',
      role: 'agent' as const,
      password_hash: '-',
      created_at: '2026-01-01',
      disabled_at: null,
      issuer: null,
      shown_email: null,
      password_due_at: null,
      passkey_at_sign_in: null,
    }
    await (await open()).insertInto('accounts').values(account).execute()
    expect(await (await open()).selectFrom('accounts').selectAll().execute()).toEqual([account])
  })

  test('numbers are numbers, also those that are counted', async () => {
    const database = await open()
    await database.insertInto('throttles').values({ key: 'a', failures: 7, failed_at: '2026-01-01' }).execute()
    const { count, sum } = await database
      .selectFrom('throttles')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('failures').as('sum')])
      .executeTakeFirstOrThrow()
    expect({ count, sum }).toEqual({ count: 1, sum: 7 })
  })

  test('half a character is kept as one replacement character', async () => {
    const database = await open()
    await database.insertInto('throttles').values({ key: 'wait\ud800!', failures: 1, failed_at: '2026-01-01' }).execute()
    const kept = await database.selectFrom('throttles').select('key').where('key', '=', 'wait\ud800!').execute()
    expect(kept).toEqual([{ key: 'wait\ufffd!' }])
  })

  test('a list finds what is in it, whatever its length and its letters, and what is not', async () => {
    const database = await open()
    const keys = [
      'a',
      "it's",
      'say "a"',
      'a\\b',
      'a\nb',
      'آدا 🦊',
      ...Array.from({ length: 1_000 }, (_, number) => `key ${number}`),
    ]
    await database
      .insertInto('throttles')
      .values(keys.map((key, failures) => ({ key, failures, failed_at: '2026-01-01' })))
      .execute()
    const found = async (column: 'key' | 'failures', operator: 'in' | 'not in', list: (string | number)[]) =>
      (await database.selectFrom('throttles').select('key').where(column, operator, list).orderBy('failures').execute()).map(
        ({ key }) => key,
      )
    for (const length of [1, 2, 5, 1_000, keys.length]) {
      expect(await found('key', 'in', [...keys.slice(0, length), 'none', 'none'])).toEqual(keys.slice(0, length))
      expect(await found('key', 'not in', keys.slice(0, length))).toEqual(keys.slice(length))
      expect(await found('failures', 'in', [...keys.keys()].slice(0, length))).toEqual(keys.slice(0, length))
    }
  })

  test('a commit is flushed to the disk before it is acknowledged', async () => {
    const database = await open()
    const setting =
      engine === 'SQLite'
        ? sql<{ synchronous: number }>`pragma synchronous`
        : sql<{ synchronous: string }>`select current_setting('synchronous_commit') as synchronous`
    expect((await setting.execute(database)).rows).toEqual([{ synchronous: engine === 'SQLite' ? 2 : 'on' }])
  })

  test('a transaction that reads first and writes then waits for another writer instead of failing', async () => {
    const [one, other] = [await open(), await open()]
    const add = (database: Database) =>
      database.transaction().execute(async (tx) => {
        await tx.selectFrom('throttles').selectAll().execute()
        await tx.insertInto('throttles').values({ key: Math.random().toString(), failures: 1, failed_at: '2026-01-01' }).execute()
      })
    for (let turn = 0; turn < 10; turn += 1) await Promise.all([add(one), add(other)])
    expect(await one.selectFrom('throttles').selectAll().execute()).toHaveLength(20)
  })

  test('a transaction that fails leaves nothing behind, and its connection serves the next one', async () => {
    const database = await open()
    const failed = database.transaction().execute(async (tx) => {
      await tx.insertInto('throttles').values({ key: 'a', failures: 1, failed_at: '2026-01-01' }).execute()
      await sql`select * from no_such_table`.execute(tx)
    })
    await expect(failed).rejects.toThrow('no_such_table')
    expect(await database.selectFrom('throttles').selectAll().execute()).toEqual([])
  })

  test('a session needs an account', async () => {
    const database = await open()
    const session = {
      id: 's',
      account_id: 'nobody',
      created_at: '2026-01-01',
      seen_at: '2026-01-01',
      ended_at: null,
      ended_as: null,
    }
    await expect(database.insertInto('sessions').values(session).execute()).rejects.toThrow(/foreign key/i)
  })
})
