import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { appendSome } from '../entries-for-tests'
import { answers, Collector } from './collector-for-tests'

// ENTRIES=10000 KILLS=10 SEED=7 npx vitest run lib/journal/stream/killed.slow.test.ts
const count = Number(process.env.ENTRIES ?? 1_200)
const kills = Number(process.env.KILLS ?? 2)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

describe.each(engines)(`${count} entries, two copies, ${kills} kills on each side, on %s (seed ${seed})`, (engine) => {
  const random = randomFrom(seed)
  const own = new OwnDatabase(engine)
  const collector = new Collector()
  let script: string
  let copies: ChildProcess[] = []
  const { reset, closed, status, slow, garbage } = answers

  beforeAll(async () => {
    await collector.start()
    script = await bundled('lib/journal/stream/victim-for-tests.ts')
  })
  afterAll(async () => {
    await Promise.all(copies.map(ended))
    rmSync(script)
    await collector.stop()
  })

  const another = () => forked(script, own.place, { JOURNAL_STREAM: collector.url, JOURNAL_STREAM_TOKEN: 'a token' })

  async function ended(copy: ChildProcess): Promise<void> {
    copy.kill('SIGKILL')
    await once(copy, 'exit')
  }

  /** Entries come a few at a time, the collector stumbles over some, and now and then one of the three is killed. */
  async function grown(): Promise<void> {
    const pieces = 4 * (kills + 1)
    for (let piece = 0; piece < pieces; piece += 1) {
      const most = piece === pieces - 1 ? count - Math.floor(count / pieces) * piece : Math.floor(count / pieces)
      await own.store.transaction().execute((tx) => appendSome(most, tx))
      const faults = [reset, closed, status(500), status(503), slow(300), garbage]
      if (random() < 0.5) collector.next.push(faults[Math.floor(random() * faults.length)] ?? reset)
      const arrived = collector.batches.length
      await vi.waitFor(() => expect(collector.batches.length).toBeGreaterThan(arrived), { timeout: 60_000, interval: 5 })
      if (piece % 4 === 1) {
        await ended(copies.shift() as ChildProcess)
        copies.push(another())
      }
      if (piece % 4 === 3) {
        await collector.stop()
        await wait(random() * 200)
        await collector.start()
      }
    }
  }

  test(
    'every entry comes, first arrivals in order, and what came twice is the same to the byte',
    async () => {
      copies = [another(), another()]
      await grown()
      const place = () => own.store.selectFrom('journal_streams').select('seq').executeTakeFirst()
      await vi.waitFor(async () => expect((await place())?.seq).toBe(count), { timeout: 120_000, interval: 50 })
      expect(collector.faults(count)).toEqual([])
    },
    240_000 + kills * 60_000,
  )

  test('a collector that never answers is waited for no longer than 10 s, and then asked again', async () => {
    collector.next.push(answers.never)
    await own.store.transaction().execute((tx) => appendSome(1, tx))
    await vi.waitFor(() => expect(collector.faults(count + 1)).toEqual([]), { timeout: 60_000, interval: 50 })
    await vi.waitFor(() => expect(collector.seqs().filter((seq) => seq === count + 1)).toHaveLength(2), { timeout: 60_000 })
  })
})
