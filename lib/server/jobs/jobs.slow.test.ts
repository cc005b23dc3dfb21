import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '../database/engines-for-tests'
import { database } from '../database/open'
import { bundled, forked } from '../journal/racers-for-tests'
import { BossQueue } from './boss-queue'
import type { JobQueue, PutOptions } from './job-queue'
import { type Handlers, JobRunner, type Work } from './job-runner'
import { progressOf } from './progress'
import { jobQueue } from './queue'
import { TableQueue } from './table-queue'

const terms = { holdSeconds: 60, tries: 3, firstPauseSeconds: 1 }
const pace = { lookEveryMs: 50, holdEveryMs: 200 }
const patient = { timeout: 30_000, interval: 50 }
const given = { importId: 'i-1' }

describe.each(engines)('background work on %s', (engine) => {
  let place: OwnPlace
  let queue: JobQueue
  let runners: JobRunner[] = []
  const queues: JobQueue[] = []

  /** What another copy has of the same work. */
  const anotherQueue = async (): Promise<JobQueue> => {
    const made = place.DATABASE_URL ? await BossQueue.open(place.DATABASE_URL, terms) : new TableQueue(terms)
    queues.push(made)
    return made
  }
  const running = async (handle: (work: Work<{ importId: string }>) => Promise<unknown>, on = queue): Promise<JobRunner> => {
    const handlers: Handlers = { import: handle, 'catch-up': async () => {}, purge: async () => {} }
    const runner = new JobRunner(on, handlers, pace)
    runners.push(runner)
    runner.start()
    return runner
  }
  const put = async (options?: PutOptions): Promise<string> => {
    const id = await (await database()).transaction().execute((tx) => queue.put(tx, 'import', given, options))
    if (id === null) throw new Error('There is such a job already')
    return id
  }
  const comesTo = (id: string, state: string) => expect.poll(() => queue.stateOf('import', id), patient).toBe(state)

  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place)
    await database()
    const [first] = await Promise.all([anotherQueue(), anotherQueue(), anotherQueue()]) // as copies that start at once
    queue = first
  })

  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
    runners = []
  }, 30_000)

  afterAll(async () => {
    for (const made of queues) await made.close()
    await stop()
    await place.remove()
  })

  test('is run with what it was given, and tells how far it is', async () => {
    const seen: unknown[] = []
    await running(async ({ given, progress }) => {
      seen.push(given)
      await progress({ done: 3, of: 7 })
    })
    const id = await put()
    await comesTo(id, 'done')
    expect([seen, await progressOf(id)]).toEqual([[given], { done: 3, of: 7 }])
  })

  test('is there if its transaction is committed, and otherwise is not', async () => {
    const store = await database()
    let id: string | null = null
    const givenUp = store.transaction().execute(async (tx) => {
      id = await queue.put(tx, 'import', given)
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    expect(await queue.stateOf('import', String(id))).toBeNull()
    expect(await queue.take('import')).toBeNull()
  })

  test('is run by one of several copies', async () => {
    const runs: string[] = []
    const others = await Promise.all([anotherQueue(), anotherQueue()])
    for (const on of [queue, ...others]) await running(async () => void runs.push('run'), on)
    const ids = []
    for (let at = 0; at < 12; at += 1) ids.push(await put())
    for (const id of ids) await comesTo(id, 'done')
    expect(runs).toHaveLength(12)
  })

  test('that fails is tried again after a pause, so many times', async () => {
    const attempts: { attempt: number; at: number }[] = []
    await running(async ({ attempt }) => {
      attempts.push({ attempt, at: performance.now() })
      throw new Error('again')
    })
    const id = await put()
    await comesTo(id, 'failed')
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    const [first = 0, second = 0, third = 0] = attempts.map(({ at }) => at)
    expect([second - first >= 900, third - second >= 1_800]).toEqual([true, true])
  })

  test('that is called off is not run, and where it is being run it is told', async () => {
    const store = await database()
    const cancel = (id: string) => store.transaction().execute((tx) => queue.cancel(tx, 'import', id))
    const waiting = await put()
    expect([await cancel(waiting), await cancel(waiting)]).toEqual([true, false])
    let runs = 0
    let told = 0
    await running(async ({ signal }) => {
      runs += 1
      await once(signal, 'abort')
      told += 1
      signal.throwIfAborted()
    })
    const id = await put()
    await comesTo(id, 'running')
    expect(await cancel(id)).toBe(true)
    await expect.poll(() => told, patient).toBe(1)
    expect([await queue.stateOf('import', id), await queue.stateOf('import', waiting), runs]).toEqual([
      'cancelled',
      'cancelled',
      1,
    ])
  })

  test('stays with its runner for as long as that says so, and no longer', async () => {
    await put()
    const job = await queue.take('import')
    if (job === null) throw new Error('There is no job')
    await timeHasPassed()
    expect(await queue.hold(job)).toBe(true)
    await queue.tidy()
    expect([await queue.stateOf('import', job.id), await queue.take('import')]).toEqual(['running', null])
    await timeHasPassed()
    await queue.tidy()
    expect([await queue.stateOf('import', job.id), await queue.hold(job)]).toEqual(['waiting', false])
    await queue.done(job) // it was another's to say
    await running(async () => {})
    await comesTo(job.id, 'done')
  })

  test('of a runner that was stopped is gone on with by another', async () => {
    const first = await running(async ({ signal }) => {
      await once(signal, 'abort')
      signal.throwIfAborted()
    })
    const id = await put()
    await comesTo(id, 'running')
    await first.stop()
    await running(async () => {}, await anotherQueue())
    await comesTo(id, 'done')
  })

  test('of a process that was killed is gone on with by another', async () => {
    const script = await bundled('../jobs/job-victim-for-tests.ts')
    const victim = forked(script, place)
    try {
      await once(victim, 'message')
      const working = once(victim, 'message')
      const id = await put()
      await working
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      await timeHasPassed()
      await queue.tidy()
      const attempts: number[] = []
      await running(async ({ attempt }) => void attempts.push(attempt))
      await comesTo(id, 'done')
      expect(attempts).toEqual([2])
    } finally {
      victim.kill('SIGKILL')
      rmSync(script)
    }
  }, 60_000)

  test('of one stretch of time is put there once, whoever does so', async () => {
    const store = await database()
    const another = await anotherQueue()
    const daily = { onceIn: { seconds: 20 * 60 * 60, of: 'x' } }
    const put = (on: JobQueue, options: PutOptions) => store.transaction().execute((tx) => on.put(tx, 'purge', {}, options))
    const ids = [await put(queue, daily), await put(another, daily)]
    expect(ids.filter((id) => id === null)).toHaveLength(1)
    expect(await put(queue, { onceIn: { ...daily.onceIn, of: 'y' } })).not.toBeNull()
  })

  test('has one place in each process', async () => {
    expect(await jobQueue()).toBe(await jobQueue())
    queues.push(await jobQueue())
  })

  /** More than a runner has a job for without saying so. */
  async function timeHasPassed(): Promise<void> {
    const store = await database()
    if (engine === 'SQLite') await store.updateTable('jobs').set({ held_until: '2020-01-01' }).execute()
    else await sql`update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'`.execute(store)
  }
})
