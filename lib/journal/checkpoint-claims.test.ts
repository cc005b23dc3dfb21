import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { catchUpCheckpoint, checkpointFault, claimCheckpoint, journalFault, keepCheckpoint } from './checkpoint-claims'
import { checkpointFile, kept, readCheckpoints, recordSeen } from './checkpoints'
import { firstHash, type Head, signatureOf } from './crypto'
import { appendSome } from './entries-for-tests'

describe.each(engines)('what is claimed of the checkpoint file on %s', (engine) => {
  let place: OwnPlace
  let store: Database
  let file: string

  beforeEach(async () => {
    place = await newPlace(engine)
    startAt(place)
    store = await database()
    file = checkpointFile(place.DATA_DIR)
  })
  afterEach(async () => {
    await stop()
    await place.remove()
  })

  const some = () => store.transaction().execute((tx) => appendSome(3, tx))
  const head = () => store.selectFrom('journal_head').select(['seq', 'hash', 'signature']).executeTakeFirstOrThrow()
  const claims = async () => (await store.selectFrom('journal_checkpoints').select('seq').execute()).map(({ seq }) => seq)
  const numbers = () => readCheckpoints(place.DATA_DIR).map(({ seq }) => seq)
  const headAt = (seq: number): Head => {
    const hash = 'a'.repeat(64)
    return { seq, hash, signature: signatureOf(seq, hash) }
  }

  test('is claimed by itself, soon after it was written', async () => {
    await some()
    keepCheckpoint(store, await head())
    expect([numbers(), await claims()]).toEqual([[3], []])
    await vi.waitFor(async () => expect(await claims()).toEqual([3]), { timeout: 8_000 })
    keepCheckpoint(store, headAt(4))
    await vi.waitFor(async () => expect(await claims()).toEqual([4]), { timeout: 8_000 })
  })

  test('is the newest of what was written, and nothing where nothing was', async () => {
    keepCheckpoint(store, null)
    await claimCheckpoint()
    expect([existsSync(file), await claims()]).toEqual([false, []])
    for (const seq of [5, 3]) keepCheckpoint(store, headAt(seq))
    await claimCheckpoint()
    expect([numbers(), await claims(), kept().written?.seq, kept().onDisk?.seq]).toEqual([[5, 3], [5], 5, 5])
  })

  test('is nothing that could not be written; what it belongs to stands', async () => {
    mkdirSync(file) // no file can be written there
    keepCheckpoint(store, headAt(5))
    expect(kept().written).toBeNull()
  })

  test('is caught up with what is committed, once, and with nothing of an empty or a broken journal', async () => {
    await catchUpCheckpoint()
    expect([existsSync(file), await claims()]).toEqual([false, []])
    await some()
    for (let turn = 0; turn < 2; turn += 1) await catchUpCheckpoint()
    expect([numbers(), await claims()]).toEqual([[3], [3]])
    await some()
    await store.updateTable('journal').set({ person: 'Mallory' }).where('seq', '=', 6).execute()
    await catchUpCheckpoint()
    expect([numbers(), await journalFault(store)]).toEqual([[3], 'entry 6 doesn’t match what was written'])
  })

  test('is missed where the process that wrote it finds it gone, and not in another folder', async () => {
    keepCheckpoint(store, headAt(5))
    expect(await checkpointFault(store, place.DATA_DIR)).toBeNull()
    rmSync(file)
    expect(await checkpointFault(store, place.DATA_DIR)).toBe('the checkpoint file is missing: checkpoint 5 was in it')
    expect(await checkpointFault(store, join(place.DATA_DIR, 'another'))).toBeNull()
  })

  test('is told where another was put in its place, also one that is signed', async () => {
    keepCheckpoint(store, headAt(5))
    const hash = 'b'.repeat(64)
    const other = { ...readCheckpoints(place.DATA_DIR)[0], hash, signature: signatureOf(5, hash) }
    writeFileSync(file, JSON.stringify(other))
    expect(await checkpointFault(store, place.DATA_DIR)).toBe('checkpoint 5 isn’t the one that was written')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('"seq":5', '"seq":4'))
    expect(await checkpointFault(store, place.DATA_DIR)).toBe('the checkpoint file was shortened: checkpoint 5 isn’t in it')
  })

  test('says nothing against a journal that was emptied, but the process still does', async () => {
    await some()
    recordSeen(store, await head())
    await store.deleteFrom('journal').execute()
    await store.updateTable('journal_head').set({ seq: 0, hash: firstHash, signature: '' }).execute()
    recordSeen(store, await head())
    expect([await checkpointFault(store, place.DATA_DIR), await journalFault(store)]).toEqual([
      null,
      'it was emptied after entry 3',
    ])
  })
})
