import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendSome, vouchForAll } from '@/lib/journal/entries-for-tests'
import { verify } from '@/lib/journal/verify'
import { type Engine, newPlace, type OwnPlace, startAt } from './engines-for-tests'
import { moveDatabase } from './move'
import { type Database, openDatabase } from './open'
import { content, time } from './rows-for-tests'
import type { Tables } from './schema'

const anotherKey = { merchant: 'm', buyer_id: 'b', kind: 'email' as const, key: 'x', thing: '', seen_on: '2026-11-20' }

const names = [...Object.keys(content), 'journal', 'journal_head'] as (keyof Tables)[]
const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

async function everythingIn(store: Database): Promise<Record<string, string[]>> {
  const found = names.map(async (name) => [name, sorted(await store.selectFrom(name).selectAll().execute())] as const)
  return Object.fromEntries(await Promise.all(found))
}

async function fill(store: Database): Promise<void> {
  for (const name of Object.keys(content) as (keyof typeof content)[]) {
    const rows = content[name] as Tables['throttles'][] // whichever table it is, its rows fit it
    for (let from = 0; from < rows.length; from += 400)
      await store
        .insertInto(name as 'throttles')
        .values(rows.slice(from, from + 400))
        .execute()
  }
  await store.transaction().execute(async (tx) => {
    await appendSome(30, tx)
    await vouchForAll(tx)
  })
}

describe.each([
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
] satisfies [Engine, Engine][])('from %s to %s', (one, other) => {
  let places: [OwnPlace, OwnPlace]
  let source: Database
  let target: Database

  beforeEach(async () => {
    places = [await newPlace(one), await newPlace(other)]
    startAt(places[0])
    source = await openDatabase(places[0])
    target = await openDatabase(places[1])
    await fill(source)
  })

  afterEach(async () => {
    await source.destroy()
    await target.destroy()
    for (const place of places) await place.remove()
  })

  const move = () => moveDatabase(source, target, (store) => verify(store, places[0].DATA_DIR))
  test('everything arrives as it was, and the journal verifies and goes on', async () => {
    const before = await everythingIn(source)
    expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual([])
    expect(await move()).toMatchObject({ cards: 1_203, accounts: 1 })
    expect(await everythingIn(target)).toEqual(before)
    await target.insertInto('directory_keys').values(anotherKey).execute()
    await target.transaction().execute((tx) => appendSome(1, tx))
    expect(await verify(target, places[0].DATA_DIR)).toMatchObject({ whole: true, entries: (before.journal?.length ?? 0) + 1 })
  })

  test('a target that holds anything is refused and left as it was', async () => {
    await target.insertInto('throttles').values({ key: 'own', failures: 1, failed_at: time }).execute()
    const before = await everythingIn(target)
    await expect(move()).rejects.toThrow('The target isn’t empty: table throttles has rows. Nothing was moved.')
    expect(await everythingIn(target)).toEqual(before)
  })

  test('a copy that fails on its way leaves the target empty', async () => {
    const before = await everythingIn(target)
    await expect(moveDatabase(source, target, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(await everythingIn(target)).toEqual(before)
    expect(await move()).toMatchObject({ cards: 1_203 })
  })
})
