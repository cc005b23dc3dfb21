import { createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engines, newPlace, onServer } from './engines-for-tests'
import { openDatabase } from './open'
import { lockProblem } from './patience'

const row = (key: string) => ({ key, failures: 1, failed_at: '2026-01-01' })

test.concurrent.each(engines)(
  'on %s a writer waits for another for five seconds, and the process goes on meanwhile',
  async (engine) => {
    const place = await newPlace(engine)
    const [holder, other] = [await openDatabase(place), await openDatabase(place)]
    await holder.insertInto('throttles').values(row('a')).execute()
    await holder.transaction().execute(async (tx) => {
      await tx.updateTable('throttles').set({ failures: 2 }).where('key', '=', 'a').execute()
      const from = performance.now()
      let turns = 0
      const ticking = setInterval(() => (turns += 1), 100)
      await expect(other.updateTable('throttles').set({ failures: 3 }).where('key', '=', 'a').execute()).rejects.toThrow(/lock/)
      clearInterval(ticking)
      expect(performance.now() - from).toBeGreaterThan(4_900)
      expect(turns).toBeGreaterThan(20)
    })
    await other.updateTable('throttles').set({ failures: 3 }).where('key', '=', 'a').execute()
    expect(await holder.selectFrom('throttles').select('failures').execute()).toEqual([{ failures: 3 }])
    await Promise.all([holder.destroy(), other.destroy()])
    await place.remove()
  },
)

test.concurrent('a PostgreSQL connection that is cut in the middle of a transaction fails that transaction and nothing else', async () => {
  const place = await newPlace('PostgreSQL')
  const store = await openDatabase(place)
  const cut = store.transaction().execute(async (tx) => {
    await tx.insertInto('throttles').values(row('a')).execute()
    await onServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(place.DATABASE_URL ?? '').pathname.slice(1)}'`,
    )
    await tx.insertInto('throttles').values(row('b')).execute()
  })
  await expect(cut).rejects.toThrow()
  expect(await store.selectFrom('throttles').selectAll().execute()).toEqual([])
  await store.destroy()
  await place.remove()
})

test.concurrent('where all connections of a PostgreSQL server are in use, whoever waits in vain is told that the database is busy', async () => {
  const place = await newPlace('PostgreSQL')
  const store = await openDatabase(place)
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  const begun = Array.from({ length: 4 }, () => {
    let holds = () => {}
    const holding = new Promise<void>((done) => (holds = done))
    const work = store.transaction().execute(async (tx) => {
      await tx.selectFrom('throttles').selectAll().execute()
      holds()
      await held
    })
    return { holding, work }
  })
  await Promise.all(begun.map(({ holding }) => holding))
  const cause = await store.insertInto('throttles').values(row('a')).execute().catch(lockProblem)
  expect(cause).toMatchObject({ problem: { status: 503, code: 'database_busy', title: 'Nothing was saved' } })
  letGo()
  await Promise.all(begun.map(({ work }) => work))
  expect(await store.selectFrom('throttles').selectAll().execute()).toEqual([])
  await store.destroy()
  await place.remove()
})

test.concurrent('what must hold of a PostgreSQL server holds whatever its own settings say', async () => {
  const place = await newPlace('PostgreSQL')
  const name = new URL(place.DATABASE_URL ?? '').pathname.slice(1)
  for (const setting of ['synchronous_commit = off', "default_transaction_isolation = 'serializable'"])
    await onServer(`alter database ${name} set ${setting}`)
  const store = await openDatabase(place)
  const read = sql<
    Record<string, string>
  >`select current_setting('synchronous_commit') as flush, current_setting('transaction_isolation') as isolation`
  expect((await read.execute(store)).rows).toEqual([{ flush: 'on', isolation: 'read committed' }])
  await store.destroy()
  await place.remove()
})

test.concurrent('a server that accepts and never answers is given up', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(openDatabase({ DATA_DIR: '.', DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` })).rejects.toThrow(
    /timeout/,
  )
  silent.close()
})
