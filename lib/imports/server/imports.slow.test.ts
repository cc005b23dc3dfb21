import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, environmentOf, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { findKeys } from '@/lib/search/server/find-keys'
import type { ImportCounts } from '../import-columns'
import { mappingOf } from '../import-columns'
import { keepChunks } from './chunks'
import { headerOf } from './read-rows'
import { runImportJob } from './run-import-job'
import { beginStage, createImport, readImport } from './store'

const admin = { accountId: 'a', name: 'Root' }
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 1_000) yield text.slice(at, at + 1_000)
}

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  let store: Database

  beforeEach(async () => {
    place = await newPlace(engine)
    startAt(place)
    store = await database()
  })

  afterEach(async () => {
    await stop()
    await place.remove()
  })

  async function uploaded(text: string): Promise<string> {
    const columns = await headerOf(pieces(text))
    const given = { merchant: 'northwind', digest: 'd', columns, mapping: mappingOf(columns), state: 'uploaded' as const }
    const row = await createImport(store, given, admin)
    await keepChunks(store, row.id, pieces(text))
    return row.id
  }
  const checked = async (importId: string) => {
    await beginStage(importId, 'checking')
    await runImportJob(importId, new AbortController().signal, async () => {})
    return result(importId)
  }
  const imported = async (importId: string) => {
    await beginStage(importId, 'importing')
    await runImportJob(importId, new AbortController().signal, async () => {})
    return result(importId)
  }
  const result = async (importId: string) => {
    const row = await readImport(importId)
    return { state: row.state, why: row.why, rows: row.rows_done, ...(JSON.parse(row.counts) as ImportCounts) }
  }
  const rejects = (importId: string) =>
    store.selectFrom('import_rejects').select(['line', 'why']).where('import_id', '=', importId).orderBy('line').execute()

  test('a list is checked first, which changes nothing, and then taken in', async () => {
    const text = [
      '\uFEFFBuyer ID;E-Mail;Country;Full name;Subscriptions;Token',
      `${id(1)};ada@b.test;de;"Bell; Ada";${id(11)} ${id(12)};7`,
      `${id(2).toUpperCase()};;;"آدا ""A"" 🦊";;`,
      'x;bad@b.test;;;;',
      `${id(3)};not an address;;;;`,
      `${id(4)};a@b.test`,
      `${id(5)};;XX;;;`,
      '',
      `${id(1)};ada@b.test;DE;"Bell; Ada";;`,
    ].join('\r\n')
    const importId = await uploaded(text)
    expect(await checked(importId)).toMatchObject({ state: 'checked', rows: 7, new: 3, changed: 0, unchanged: 0, rejected: 4 })
    expect(await rejects(importId)).toEqual([
      { line: 4, why: 'buyerId: Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787' },
      { line: 5, why: 'email: Enter an address such as name@example.test' },
      { line: 6, why: 'The row has 2 columns but the header has 6' },
      { line: 7, why: 'country: Unknown code' },
    ])
    expect(await store.selectFrom('facts').select('field').execute()).toEqual([])
    expect(await imported(importId)).toMatchObject({ state: 'done', new: 2, changed: 0, unchanged: 1 })
    expect(await factsOf('northwind', id(1), 'buyer')).toContainEqual(
      expect.objectContaining({ field: 'name', value: 'Bell; Ada', source: 'import', person: 'Root' }),
    )
    for (const text of ['ada@b.test', 'bell', 'آدا', '🦊', id(11), '7'])
      expect((await findKeys(store, 'northwind', text, 5)).length, text).toBeGreaterThan(0)
    expect(await store.selectFrom('import_chunks').select('number').execute()).toEqual([])
    expect(await store.selectFrom('journal').select('kind').execute()).toEqual([{ kind: 'imported' }])
  })

  test('a list given again changes nothing, and what the service said is not overwritten', async () => {
    const said = { merchant: 'northwind', buyerId: id(1), source: 'read' as const, operation: 'listTokens', person: 'Ada' }
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'new@b.test' }], said)
    const text = `buyerId,email,country\n${id(1)},old@b.test,DE\n${id(2)},two@b.test,DE\n`
    const importId = await uploaded(text)
    await checked(importId)
    expect(await imported(importId)).toMatchObject({ new: 1, changed: 1, unchanged: 0 })
    const again = await uploaded(text)
    expect(await checked(again)).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
    const email = (await factsOf('northwind', id(1), 'buyer')).find(({ field }) => field === 'email')
    expect(email).toMatchObject({ value: 'new@b.test', source: 'read' })
    const other = await uploaded(text.replace('two@', 'zwei@'))
    expect(await checked(other)).toMatchObject({ changed: 1, unchanged: 1 })
  })

  test.each([
    ['buyerId,email\n"', 'A quotation mark isn’t closed, or a row is longer than 64 KiB.'],
    [`buyerId,email\n${id(1)},"${'x'.repeat(70_000)}`, 'A quotation mark isn’t closed, or a row is longer than 64 KiB.'],
  ])('a file that is no list fails with a sentence', async (text, why) => {
    const given = {
      merchant: 'northwind',
      digest: 'd',
      columns: ['buyerId', 'email'],
      mapping: { buyerId: 0 },
      state: 'uploaded' as const,
    }
    const { id: importId } = await createImport(store, given, admin)
    await keepChunks(store, importId, pieces(text))
    expect(await checked(importId)).toMatchObject({ state: 'failed', why })
  })

  test('what is being saved while a list is taken in is not overwritten by it', async () => {
    const importId = await uploaded(`buyerId,email\n${id(1)},old@b.test\n`)
    await checked(importId)
    const action = {
      merchant: 'northwind',
      buyerId: id(1),
      source: 'action',
      operation: 'changeBuyerEmail',
      person: 'Ada',
    } as const
    const steps = new EventEmitter()
    const isHeld = once(steps, 'held')
    const saving = store.transaction().execute(async (tx) => {
      await saveFacts([{ entity: 'buyer', field: 'email', value: 'new@b.test' }], action, tx)
      const isOver = once(steps, 'over')
      steps.emit('held')
      await isOver
    })
    await isHeld
    const importing = imported(importId)
    const waits = async () => (await sql`select 1 from pg_locks where not granted`.execute(store)).rows.length
    if (engine === 'PostgreSQL') await vi.waitFor(async () => expect(await waits()).toBeGreaterThan(0), { timeout: 10_000 })
    steps.emit('over')
    await saving
    expect(await importing).toMatchObject({ state: 'done' })
    expect(await factsOf('northwind', id(1), 'buyer')).toContainEqual(
      expect.objectContaining({ field: 'email', value: 'new@b.test', source: 'action' }),
    )
  })

  test('a command that is killed on its way goes on where it stopped, and nothing is there twice', async () => {
    const rows = Array.from({ length: 6_000 }, (_, number) => `${id(number)},b${number}@b.test,DE,Name ${number}`)
    const file = join(place.DATA_DIR, 'list.csv')
    writeFileSync(file, `buyerId,email,country,name\n${rows.join('\n')}\n`)
    const command = () =>
      spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'scripts/import.ts', 'buyers', file], {
        env: { ...process.env, ...environmentOf(place) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    let kills = 0
    for (const rows of [1_200, 2_400, 3_600, Number.POSITIVE_INFINITY]) {
      const child = command()
      child.stdout.resume()
      const ended = once(child, 'exit')
      if (await Promise.race([ended.then(() => true), importedSoFar(rows)])) break
      child.kill('SIGKILL')
      await ended
      kills += 1
    }
    expect(kills).toBeGreaterThan(0)
    const done = await store.selectFrom('imports').select(['counts', 'rows_done']).where('state', '=', 'done').execute()
    expect(done).toEqual([{ counts: '{"new":6000,"changed":0,"unchanged":0,"rejected":0}', rows_done: 6_000 }])
    const { keys } = await store
      .selectFrom('directory_keys')
      .select(({ fn }) => fn.countAll<number>().as('keys'))
      .executeTakeFirstOrThrow()
    const { facts } = await store
      .selectFrom('facts')
      .select(({ fn }) => fn.countAll<number>().as('facts'))
      .executeTakeFirstOrThrow()
    expect([keys, facts]).toEqual([24_000, 24_000])
    expect(await store.selectFrom('directory_counts').selectAll().execute()).toEqual([{ merchant: 'northwind', buyers: 6_000 }])
    expect(await store.selectFrom('journal').select('kind').execute()).toEqual([{ kind: 'imported' }])
    expect(await verify(store, place.DATA_DIR)).toMatchObject({ whole: true, entries: 1 })

    /** Resolves once so many rows are in. */
    async function importedSoFar(rows: number): Promise<false> {
      for (;;) {
        const found = await store.selectFrom('imports').select('rows_done').where('state', '=', 'importing').executeTakeFirst()
        if ((found?.rows_done ?? 0) >= rows) return false
        await new Promise((later) => setTimeout(later, 5))
        if (rows === Number.POSITIVE_INFINITY) return new Promise(() => undefined)
      }
    }
  }, 120_000)

  test('a list that is worked through piece by piece comes to the same as in one go', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      index % 10 === 3 ? `no id,x${index}@b.test` : `${id(index % 400)},x${index}@b.test`,
    )
    const text = ['buyerId,email', ...rows].join('\n')
    const inOneGo = await checked(await uploaded(text))
    const importId = await uploaded(text)
    await beginStage(importId, 'checking')
    let pieces = 0
    for (let isOver = false; !isOver; pieces += 1) {
      const piece = new AbortController()
      const working = runImportJob(importId, piece.signal, async () => piece.abort(new Error('the time is over')))
      isOver = await working.then(
        () => true,
        (cause: unknown) => cause !== piece.signal.reason,
      )
    }
    expect(await result(importId)).toEqual(inOneGo)
    expect(await rejects(importId)).toHaveLength(100)
    expect(pieces).toBeGreaterThan(2)
  })

  test('an upload whose process is gone is gone on with by another', async () => {
    const rows = Array.from({ length: 1_000 }, (_, number) => `${id(number)},b${number}@b.test`)
    const importId = await uploaded(`buyerId,email\n${rows.join('\n')}`)
    await checked(importId)
    await beginStage(importId, 'importing')
    const gone = `${(await import('node:os')).hostname()}:999999999:${randomUUID()}`
    await store.updateTable('imports').set({ process: gone }).where('id', '=', importId).execute()
    await runImportJob(importId, new AbortController().signal, async () => {})
    expect(await result(importId)).toMatchObject({ state: 'done', new: 1_000 })
  })

  test('an upload whose process is told to stop is not failed, and is gone on with from where it was left', async () => {
    const rows = Array.from({ length: 1_000 }, (_, number) => `${id(number)},b${number}@b.test`)
    const importId = await uploaded(`buyerId,email\n${rows.join('\n')}`)
    await checked(importId)
    await beginStage(importId, 'importing')
    const stopping = new AbortController()
    const stopped = runImportJob(importId, stopping.signal, async () => stopping.abort(new Error('stopping')))
    await expect(stopped).rejects.toThrow('stopping')
    expect(await result(importId)).toMatchObject({ state: 'importing', why: null, new: 300 })
    await runImportJob(importId, new AbortController().signal, async () => {})
    expect(await result(importId)).toMatchObject({ state: 'done', new: 1_000 })
  })
})
