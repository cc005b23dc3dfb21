import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Insertable, sql, type Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseFile } from '@/lib/database/embedded'
import { engines, newPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append } from './chain'
import { catchUpCheckpoint, claim, nameOf } from './checkpoint-claims'
import { earlierFile, writeCheckpoint } from './checkpoints'
import { firstHash, hashOf } from './crypto'
import { appendSome, entry } from './entries-for-tests'
import { TwentyEntries } from './twenty-entries-for-tests'
import { verify } from './verify'

describe.each(engines)('tampering is named (A46) on %s', (engine) => {
  const twenty = new TwentyEntries(engine)

  const verdict = () => verify(twenty.store, twenty.place.DATA_DIR)
  const checkpointed = async () =>
    writeCheckpoint(await twenty.store.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow(), twenty.place.DATA_DIR)
  const change = (seq: number, to: Updateable<Tables['journal']>) =>
    twenty.store.updateTable('journal').set(to).where('seq', '=', seq).execute()
  const remove = (from: number, to = from) =>
    twenty.store.deleteFrom('journal').where('seq', '>=', from).where('seq', '<=', to).execute()
  const insert = (row: Insertable<Tables['journal']>) => twenty.store.insertInto('journal').values(row).execute()

  twenty.test('an untouched journal is whole', async () => {
    expect(await verdict()).toEqual({ whole: true, entries: 20, head: (await twenty.rowOf(20)).hash })
  })

  twenty.test('a changed byte is named by its entry', async () => {
    const { detail } = await twenty.rowOf(7)
    await change(7, { detail: detail.replace('naïve', 'naive') })
    expect(await verdict()).toEqual({ whole: false, seq: 7, why: 'entry 7 doesn’t match what was written' })
  })

  twenty.test('a deleted entry is named by its number', async () => {
    await remove(12)
    expect(await verdict()).toEqual({ whole: false, seq: 12, why: 'entry 12 is missing' })
  })

  twenty.test('the first of two swapped entries is named', async () => {
    for (const [from, to] of [
      [5, 99],
      [9, 5],
      [99, 9],
    ] as const)
      await change(from, { seq: to })
    expect(await verdict()).toMatchObject({ whole: false, seq: 5 })
  })

  twenty.test('an entry put in between is named', async () => {
    await sql`update journal set seq = -seq where seq > 10`.execute(twenty.store)
    await sql`update journal set seq = -seq + 1 where seq < 0`.execute(twenty.store)
    await insert({ ...(await twenty.rowOf(10)), seq: 11, person: 'Mallory' })
    expect(await verdict()).toMatchObject({ whole: false, seq: 11 })
  })

  twenty.test('an entry put before the first is named', async () => {
    await insert({ ...(await twenty.rowOf(1)), seq: 0 })
    expect(await verdict()).toEqual({ whole: false, seq: 0, why: 'entry 0 comes before the first entry' })
  })

  twenty.test('a cut tail is named by what the head says', async () => {
    await remove(11, 20)
    expect(await verdict()).toEqual({ whole: false, seq: 11, why: 'the journal ends at entry 10, but its head says 20' })
  })

  twenty.test('a cut tail with a head to match is told by its signature', async () => {
    await remove(11, 20)
    await twenty.store
      .updateTable('journal_head')
      .set({ seq: 10, hash: (await twenty.rowOf(10)).hash })
      .execute()
    expect(await verdict()).toEqual({ whole: false, seq: 10, why: 'the head isn’t signed with this key' })
  })

  const setHead = (to: Updateable<Tables['journal_head']>) => twenty.store.updateTable('journal_head').set(to).execute()

  twenty.test('a head of another number or hash, and one that is gone, is named', async () => {
    const says = async (head: string) => {
      const why = `the journal ends at entry 20, but its head says ${head}`
      expect(await verdict()).toEqual({ whole: false, seq: 21, why })
    }
    await setHead({ seq: 21 })
    await says('21')
    await setHead({ seq: 20, hash: 'f'.repeat(64) })
    await says('20')
    await twenty.store.deleteFrom('journal_head').execute()
    await says('nothing')
  })

  describe('what an entry says of the checkpoint file', () => {
    const says = (seq: unknown, file = nameOf(twenty.store, twenty.place.DATA_DIR)) =>
      append(twenty.store, entry({ proof: { checkpoint: { file, seq } } }))
    const shortened = (seq: number) => ({
      whole: false,
      checkpoints: true,
      why: `the checkpoint file was shortened: checkpoint ${seq} isn’t in it`,
    })

    twenty.test('is looked for in it', async () => {
      await checkpointed()
      await says(20)
      expect(await verdict()).toMatchObject({ whole: true })
      await says(19)
      await says(18)
      expect(await verdict()).toMatchObject(shortened(19))
    })

    twenty.test('counts only for this file, and where it says anything', async () => {
      await checkpointed()
      await says(19, 'another file')
      await says('19')
      for (const detail of [{ checkpoint: 19 }, { proof: { checkpoint: null } }, { proof: { checkpoint: 19 } }])
        await append(twenty.store, entry(detail))
      expect(await verdict()).toMatchObject({ whole: true })
    })

    twenty.test('may have been put aside where the file goes on from an earlier one, but is not lost from it', async () => {
      writeFileSync(earlierFile(twenty.place.DATA_DIR), '')
      await checkpointed()
      await says(19)
      expect(await verdict()).toMatchObject({ whole: true })
      await says(21)
      expect(await verdict()).toMatchObject(shortened(21))
      rmSync(earlierFile(twenty.place.DATA_DIR))
    })

    twenty.test('is told after what is wrong with the chain', async () => {
      await claim(twenty.store, nameOf(twenty.store, twenty.place.DATA_DIR), 5)
      expect(await verdict()).toMatchObject({ whole: false, checkpoints: true })
      await change(7, { person: 'Mallory' })
      expect(await verdict()).toEqual({ whole: false, seq: 7, why: 'entry 7 doesn’t match what was written' })
    })
  })

  twenty.test('a chain that was computed anew is told by the signature of its head', async () => {
    await change(3, { person: 'Mallory' })
    let hash = firstHash
    for (let seq = 1; seq <= 20; seq += 1) {
      hash = hashOf(hash, await twenty.rowOf(seq))
      await change(seq, { hash })
    }
    await twenty.store.updateTable('journal_head').set({ hash }).execute()
    expect(await verdict()).toEqual({ whole: false, seq: 20, why: 'the head isn’t signed with this key' })
  })

  twenty.test('an emptied journal is told by its checkpoint', async () => {
    await checkpointed()
    await remove(1, 20)
    await twenty.store.updateTable('journal_head').set({ seq: 0, hash: firstHash, signature: '' }).execute()
    expect(await verdict()).toEqual({ whole: false, seq: 1, why: 'the journal ends at entry 0, before checkpoint 20' })
  })

  twenty.test('an older copy put back is behind its checkpoint, also after more was appended to it', async () => {
    const [rows, head] = [
      await twenty.store.selectFrom('journal').selectAll().execute(),
      await twenty.store.selectFrom('journal_head').selectAll().execute(),
    ]
    await appendSome(5, twenty.store)
    await checkpointed()
    await twenty.store.deleteFrom('journal').execute()
    await twenty.store.deleteFrom('journal_head').execute()
    await twenty.store.insertInto('journal').values(rows).execute()
    await twenty.store.insertInto('journal_head').values(head).execute()
    expect(await verdict()).toEqual({ whole: false, seq: 21, why: 'the journal ends at entry 20, before checkpoint 25' })
    await appendSome(10, twenty.store)
    expect(await verdict()).toEqual({ whole: false, seq: 25, why: 'entry 25 doesn’t match checkpoint 25' })
  })

  twenty.test('a checkpoint that nobody signed is named', async () => {
    await checkpointed()
    const file = join(twenty.place.DATA_DIR, 'journal-checkpoints')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"seq":20', '"seq":19'))
    expect(await verdict()).toEqual({ whole: false, seq: 19, why: 'checkpoint 19 isn’t signed with this key' })
  })

  twenty.test('a checkpoint cut short by a power cut hides no other', async () => {
    writeFileSync(join(twenty.place.DATA_DIR, 'journal-checkpoints'), '{"seq":3,"ha')
    await checkpointed()
    await remove(20)
    expect(await verdict()).toMatchObject({ whole: false, seq: 20 })
  })

  test('entries that are appended meanwhile are no reason for an alarm', async () => {
    const base = await database()
    let appending = true
    const appended = (async () => {
      for (let turn = 0; turn < 30; turn += 1) await base.transaction().execute((tx) => appendSome(1, tx))
      appending = false
    })()
    while (appending) expect(await verify(base, twenty.place.DATA_DIR)).toMatchObject({ whole: true })
    await appended
    expect(await verify(base, twenty.place.DATA_DIR)).toMatchObject({ whole: true, entries: 50 })
  })
})

test('an old database file put back is behind its checkpoint (A46)', async () => {
  const place = await newPlace('SQLite')
  const file = join(place.DATA_DIR, databaseFile)
  startAt(place)
  const store = await database()
  await store.transaction().execute((tx) => appendSome(1, tx))
  await sql.raw(`vacuum into '${file}.old'`).execute(store)
  await store.transaction().execute((tx) => appendSome(1, tx))
  await catchUpCheckpoint()
  await stop()
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  copyFileSync(`${file}.old`, file)
  startAt(place)
  expect(await verify(await database(), place.DATA_DIR)).toEqual({
    whole: false,
    seq: 2,
    why: 'the journal ends at entry 1, before checkpoint 2',
  })
  await stop()
  await place.remove()
})
