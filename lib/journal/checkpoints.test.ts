import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, commandOf, employ } from '@/lib/commands/server/commands-for-tests'
import { begin } from '@/lib/commands/server/intent'
import { settle } from '@/lib/commands/server/outcome'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { dashboardHealth } from '@/lib/status/server/dashboard-health'
import { readiness } from '@/lib/status/server/readiness'
import { catchUpCheckpoint, claimCheckpoint } from './checkpoint-claims'
import { checkpointFile, lastCheckpoint, readCheckpoints, writeCheckpoint } from './checkpoints'
import { appendSome } from './entries-for-tests'
import { verify } from './verify'

describe.each(engines)('the checkpoint file on %s', (engine) => {
  let place: OwnPlace
  let store: Database
  let file: string

  beforeEach(async () => {
    place = await newPlace(engine)
    startAt(place)
    store = await database()
    await employ(store, ada)
    file = checkpointFile(place.DATA_DIR)
  })

  afterEach(async () => {
    await stop()
    await place.remove()
  })

  /** As if the process had been started again. */
  async function restart(): Promise<void> {
    await stop()
    startAt(place)
    store = await database()
  }

  async function outcome(): Promise<void> {
    const call = commandOf('disableToken', { body: { chargeMethodTokenId: Math.ceil(Math.random() * 1e9) } })
    const { action } = await begin(call)
    await settle(action, call, call.body, { state: 'done', status: 204, body: null, code: null })
  }

  const head = () => store.selectFrom('journal_head').select(['seq', 'hash', 'signature']).executeTakeFirstOrThrow()
  const verdict = () => verify(store, place.DATA_DIR)
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const cut = (count: number) => writeFileSync(file, `\n${lines().slice(0, -count).join('\n\n')}\n`)
  const fault = async () => (await dashboardHealth()).journal?.fault ?? null
  const isNamed = async (words: string) => {
    expect(await verdict()).toMatchObject({ whole: false, checkpoints: true, why: expect.stringContaining(words) })
    expect(await fault()).toContain(words)
    expect(await (await readiness()).json()).toMatchObject({ journal: { ready: false, reason: expect.stringContaining(words) } })
  }

  test('has the head of every outcome as soon as that is told', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await outcome()
      expect(lastCheckpoint(place.DATA_DIR)).toMatchObject(await head())
    }
    expect(await verdict()).toMatchObject({ whole: true })
  })

  test('raises no alarm on a new database, nor on one of a version that claimed none', async () => {
    expect([await verdict(), await fault()]).toEqual([expect.objectContaining({ whole: true }), null])
    await store.transaction().execute((tx) => appendSome(3, tx))
    writeCheckpoint(await head())
    await restart()
    expect([await verdict(), await fault()]).toEqual([expect.objectContaining({ whole: true }), null])
  })

  test('whose newest line is not what was written is named', async () => {
    await outcome()
    await claimCheckpoint()
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"signature":"[0-9a-f]{4}/g, '"signature":"0000'))
    const words = 'isn’t signed with this key'
    expect(await verdict()).toMatchObject({ whole: false, why: expect.stringContaining(words) })
    expect(await fault()).toContain(words)
    expect(await (await readiness()).json()).toMatchObject({ journal: { ready: false, reason: expect.stringContaining(words) } })
  })

  test('that is missing is named, also after more was written and after a new start', async () => {
    await outcome()
    await claimCheckpoint()
    rmSync(file)
    await isNamed('the checkpoint file is missing')
    await outcome()
    await claimCheckpoint()
    await isNamed('the checkpoint file was shortened')
    await restart()
    await outcome()
    await catchUpCheckpoint()
    await isNamed('the checkpoint file was shortened')
  })

  test('that has lost its last line is named', async () => {
    await outcome()
    await outcome()
    await claimCheckpoint()
    await restart()
    cut(1)
    await isNamed('the checkpoint file was shortened')
    await catchUpCheckpoint()
    await isNamed('the checkpoint file was shortened')
  })

  test('that has lost a line within it is named where an outcome tells of that line', async () => {
    const told: (number | undefined)[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await outcome()
      told.push(lastCheckpoint(place.DATA_DIR)?.seq)
      if (turn !== 1) await claimCheckpoint()
    }
    await outcome()
    const all = lines()
    const without = (seq: number | undefined) =>
      writeFileSync(file, all.filter((line) => !line.startsWith(`{"seq":${seq},`)).join('\n'))
    without(told[1]) // written within the same second as the next, so nothing tells of it
    expect(lines()).toHaveLength(all.length - 1)
    expect(await verdict()).toMatchObject({ whole: true })
    for (const seq of [told[0], told[2]]) {
      without(seq)
      expect(await verdict()).toMatchObject({
        ...{ whole: false, checkpoints: true },
        why: `the checkpoint file was shortened: checkpoint ${seq} isn’t in it`,
      })
    }
  })

  test('that is missing is found by verify also where the database’s claim was taken away with it', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await outcome()
      await claimCheckpoint()
    }
    await store.deleteFrom('journal_checkpoints').execute()
    rmSync(file)
    await restart()
    expect(await verdict()).toMatchObject({ whole: false, checkpoints: true, why: expect.stringContaining('missing') })
    await outcome()
    await claimCheckpoint()
    expect(await verdict()).toMatchObject({ whole: false, checkpoints: true, why: expect.stringContaining('shortened') })
  })

  test('that a hand has made the database claim less of is named', async () => {
    await outcome()
    await claimCheckpoint()
    await store.updateTable('journal_checkpoints').set({ seq: 1 }).execute()
    expect(await verdict()).toMatchObject({ whole: false, why: expect.stringContaining('isn’t signed with this key') })
  })

  test('may lag by what a crash has cut off, and is caught up at the next start', async () => {
    await outcome()
    await claimCheckpoint()
    const before = readFileSync(file)
    await outcome()
    writeFileSync(file, before) // the process ended between commit and file
    await restart()
    expect([await verdict(), await fault()]).toEqual([expect.objectContaining({ whole: true }), null])
    await catchUpCheckpoint()
    expect(lastCheckpoint(place.DATA_DIR)).toMatchObject(await head())
    expect(await verdict()).toMatchObject({ whole: true })
  })

  test('does not grow for ever, and what is put aside is missed by nobody', async () => {
    await outcome()
    for (let turn = 0; turn < 3; turn += 1) {
      for (let more = 0; more < 700; more += 1) writeCheckpoint(await head())
      await outcome()
      await claimCheckpoint()
    }
    await outcome()
    const bytes = [file, `${file}.1`].map((path) => (existsSync(path) ? statSync(path).size : 0))
    expect(Math.max(...bytes)).toBeLessThan(300_000)
    expect(Math.min(...readCheckpoints(place.DATA_DIR).map(({ seq }) => seq))).toBeGreaterThan(2)
    expect([await verdict(), await fault()]).toEqual([expect.objectContaining({ whole: true }), null])
  })

  test('and a database of an earlier moment together are told by an entry that was kept elsewhere', async () => {
    await outcome()
    const { seq, hash } = await head()
    const pins = [
      [{ seq, hash }, { whole: true }],
      [
        { seq, hash: randomUUID() },
        { whole: false, seq, why: `entry ${seq} isn’t the one expected` },
      ],
      [
        { seq: seq + 1, hash },
        { whole: false, seq: seq + 1, why: `the journal ends at ${seq}, before the entry ${seq + 1} expected` },
      ],
    ] as const
    for (const [pin, expected] of pins) expect(await verify(store, place.DATA_DIR, pin)).toMatchObject(expected)
  })
})
