import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { mappingOf } from '../import-columns'
import { keepChunks } from './chunks'
import { callOff, start } from './handlers'
import { headerOf } from './read-rows'
import { runImportJob } from './run-import-job'
import { beginStage, createImport } from './store'

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 1_000) yield text.slice(at, at + 1_000)
}

describe.each(engines)('the journal says who imported a list, on %s', (engine) => {
  const [uploader, starter] = [somebody('uploader', 'admin'), somebody('starter', 'admin')]
  let place: OwnPlace
  let store: Database
  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place)
    store = await database()
  })
  afterAll(async () => {
    await stop()
    await place.remove()
  })

  const request = () =>
    new Request('http://desk.test/', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  const run = (importId: string, signal = new AbortController()) =>
    runImportJob(importId, signal.signal, async () => signal.abort(signal.signal.reason)).catch(() => {})
  const entryOf = async (importId: string) => {
    const like = `%${importId}%`
    const rows = await store.selectFrom('journal').select(['person', 'detail']).where('detail', 'like', like).execute()
    return rows.map(({ person, detail }) => ({ person, stopped: JSON.parse(detail).stopped, rows: JSON.parse(detail).rows }))
  }

  async function checked(rows: number): Promise<string> {
    const lines = Array.from({ length: rows }, () => `${randomUUID()},some@list.test`)
    const text = ['Buyer ID,Mail', ...lines].join('\n')
    const columns = await headerOf(pieces(text))
    const given = {
      merchant: 'northwind',
      digest: randomUUID(),
      columns,
      mapping: mappingOf(columns),
      state: 'uploaded' as const,
    }
    const { id } = await createImport(store, given, uploader)
    await keepChunks(store, id, pieces(text))
    await beginStage(id, 'checking')
    await runImportJob(id, new AbortController().signal, async () => {})
    return id
  }

  test('who started it, and not who uploaded it', async () => {
    const importId = await checked(3)
    await start(request(), starter, { importId })
    await runImportJob(importId, new AbortController().signal, async () => {})
    expect(await entryOf(importId)).toEqual([{ person: starter.name, stopped: undefined, rows: 3 }])
  })

  test('and who called it off after some of it was taken in', async () => {
    const importId = await checked(1_200)
    await callOff(request(), uploader, { importId: await checked(2) }) // nothing of it was taken in
    await start(request(), starter, { importId })
    await run(importId)
    await callOff(request(), uploader, { importId })
    const [entry, ...more] = await entryOf(importId)
    expect([entry, more]).toMatchObject([{ person: uploader.name, stopped: 'called off' }, []])
    expect(entry?.rows).toBeGreaterThan(0)
    expect(entry?.rows).toBeLessThan(1_200)
  })
})
