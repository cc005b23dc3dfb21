import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { acceptJournal, changeKey } from './accept'
import { catchUpCheckpoint, journalFault } from './checkpoint-claims'
import { lastCheckpoint, readCheckpoints } from './checkpoints'
import { appendSome } from './entries-for-tests'
import { verify } from './verify'

describe.each(engines)('an operator on %s', (engine) => {
  let place: OwnPlace
  let store: Database
  let file: string
  const ofNow = { JOURNAL_KEY: 'a key of tests that is long enough' }

  beforeEach(async () => {
    place = await newPlace(engine)
    startAt(place, ofNow)
    store = await database()
    file = join(place.DATA_DIR, 'journal-checkpoints')
    for (let turn = 0; turn < 2; turn += 1) await more()
    await restart() // an operator's command is a process of its own
  })

  afterEach(async () => {
    await stop()
    await place.remove()
  })

  async function more(): Promise<void> {
    await store.transaction().execute((tx) => appendSome(2, tx))
    await catchUpCheckpoint()
  }
  async function restart(environment = ofNow): Promise<void> {
    await stop()
    startAt(place, environment)
    store = await database()
  }
  const verdict = () => verify(store, place.DATA_DIR)
  const entries = () => store.selectFrom('journal').selectAll().orderBy('seq').execute()
  const isValid = async (count: number) => {
    expect(await verdict()).toMatchObject({ whole: true, entries: count })
    await restart()
    expect([await journalFault(store), await verdict()]).toEqual([null, expect.objectContaining({ whole: true })])
    await more()
    expect([await journalFault(store), await verdict()]).toEqual([null, expect.objectContaining({ entries: count + 2 })])
  }

  test('accepts a whole journal whose checkpoint file is lost; the journal keeps that and why', async () => {
    rmSync(file)
    expect(await verdict()).toMatchObject({ whole: false, checkpoints: true })
    await acceptJournal(store, place.DATA_DIR, 'The disk was replaced')
    const last = (await entries()).at(-1)
    expect(last).toMatchObject({ seq: 5, kind: 'checkpoints-accepted', person: 'npm run verify', account_id: '', merchant: '' })
    expect(JSON.parse(last?.detail ?? '')).toMatchObject({
      setting: 'checkpoints',
      reason: 'The disk was replaced',
      last: null,
      proof: { checkpoint: { seq: 0 } },
    })
    expect(readCheckpoints(place.DATA_DIR).map(({ seq }) => seq)).toEqual([5])
    await isValid(5)
  })

  test('accepts a shortened file, says where it ended, and keeps it aside', async () => {
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n'))
    const before = readFileSync(file, 'utf8')
    expect(await verdict()).toMatchObject({ whole: false, checkpoints: true })
    await acceptJournal(store, place.DATA_DIR, 'Cut by a clean-up')
    expect(JSON.parse((await entries()).at(-1)?.detail ?? '').last).toBe(2)
    const aside = readdirSync(place.DATA_DIR).filter((name) => /^journal-checkpoints\.until-[\dTZ.-]+$/.test(name))
    expect(aside.map((name) => readFileSync(join(place.DATA_DIR, name), 'utf8'))).toEqual([before])
    await isValid(5)
  })

  test('accepts nothing whose chain is broken, and nothing is changed by the attempt', async () => {
    await store.updateTable('journal').set({ person: 'Mallory' }).where('seq', '=', 3).execute()
    const before = readFileSync(file, 'utf8')
    await expect(acceptJournal(store, place.DATA_DIR, 'Why not')).rejects.toThrow(
      'entry 3 doesn’t match what was written. Only lost or older checkpoints can be accepted, and nothing was changed',
    )
    expect([readFileSync(file, 'utf8'), (await entries()).length]).toEqual([before, 4])
  })

  test('changes the key: with the new one the journal is whole, with the one before it is not', async () => {
    const key = 'another key of tests that is long enough'
    await changeKey(store, place.DATA_DIR, key)
    expect(await verdict()).toMatchObject({ whole: false, why: 'the head isn’t signed with this key' })
    const last = (await entries()).at(-1)
    expect(last).toMatchObject({ kind: 'checkpoints-accepted', seq: 5 })
    expect([JSON.parse(last?.detail ?? '').setting, last?.detail.includes(key)]).toEqual(['journal-key', false])
    expect([await store.selectFrom('journal_checkpoints').selectAll().execute(), lastCheckpoint(place.DATA_DIR)]).toEqual([
      [],
      null,
    ])
    await restart({ JOURNAL_KEY: key })
    expect([await journalFault(store), await verdict()]).toEqual([null, expect.objectContaining({ whole: true, entries: 5 })])
    await more()
    expect([await journalFault(store), await verdict()]).toEqual([null, expect.objectContaining({ whole: true, entries: 7 })])
    expect(lastCheckpoint(place.DATA_DIR)?.seq).toBe(7)
  })

  test('signs nothing with another key that is not whole under the key of now', async () => {
    rmSync(file)
    await expect(changeKey(store, place.DATA_DIR, 'another key of tests that is long enough')).rejects.toThrow(
      'Only a journal that verifies with the key in use now can be signed with another. Nothing was changed',
    )
    expect((await entries()).length).toBe(4)
    expect(await store.selectFrom('journal_checkpoints').selectAll().execute()).toHaveLength(1)
  })
})
