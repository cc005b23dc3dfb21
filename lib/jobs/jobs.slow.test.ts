import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { failingJobs } from './health'
import { given, JobCopies, patient } from './job-copies-for-tests'
import type { JobQueue, PutOptions } from './job-queue'
import { progressOf } from './progress'
import { jobQueue } from './queue'

describe.each(engines)('background work on %s', (engine) => {
  const copies = new JobCopies(engine)

  test('is run with what it was given, and tells how far it is', async () => {
    const seen: unknown[] = []
    copies.running(async ({ given, progress }) => {
      seen.push(given)
      await progress({ done: 3, of: 7 })
    })
    const id = await copies.put()
    await copies.comesTo(id, 'done')
    expect([seen, await progressOf(id)]).toEqual([[given], { done: 3, of: 7 }])
  })

  test('is there if its transaction is committed, and otherwise is not', async () => {
    const store = await database()
    let id: string | null = null
    const givenUp = store.transaction().execute(async (tx) => {
      id = await copies.queue.put(tx, 'import', given)
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    expect(await copies.queue.stateOf('import', String(id))).toBeNull()
    expect(await copies.queue.take('import')).toBeNull()
  })

  test('is run by one of several copies', async () => {
    const runs: string[] = []
    const others = await Promise.all([copies.another(), copies.another()])
    for (const on of [copies.queue, ...others]) copies.running(async () => void runs.push('run'), on)
    const ids = []
    for (let at = 0; at < 12; at += 1) ids.push(await copies.put())
    for (const id of ids) await copies.comesTo(id, 'done')
    expect(runs).toHaveLength(12)
  })

  test('that fails is tried again after a pause, so many times', async () => {
    const attempts: { attempt: number; at: number }[] = []
    copies.running(async ({ attempt }) => {
      attempts.push({ attempt, at: performance.now() })
      throw new Error('again')
    })
    const id = await copies.put()
    await copies.comesTo(id, 'failed')
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    await expect
      .poll(async () => failingJobs(await database()), patient)
      .toMatchObject([{ name: 'import', times: 3, why: 'Error' }])
    const [first = 0, second = 0, third = 0] = attempts.map(({ at }) => at)
    expect([second - first >= 900, third - second >= 1_800]).toEqual([true, true])
  })

  test('that is called off is not run, and where it is being run it is told', async () => {
    const waiting = await copies.put()
    expect([await copies.cancel(waiting), await copies.cancel(waiting)]).toEqual([true, false])
    let runs = 0
    let ended = 0
    copies.running(async ({ signal }) => {
      runs += 1
      await once(signal, 'abort')
      ended += 1
      signal.throwIfAborted()
    })
    const id = await copies.put()
    await copies.comesTo(id, 'running')
    expect(await copies.cancel(id)).toBe(true)
    await expect.poll(() => ended, patient).toBe(1)
    expect([await copies.queue.stateOf('import', id), await copies.queue.stateOf('import', waiting), runs]).toEqual([
      'cancelled',
      'cancelled',
      1,
    ])
  })

  test('of one stretch of time is put there once, whoever does so', async () => {
    const store = await database()
    const another = await copies.another()
    const daily = { onceIn: { seconds: 20 * 60 * 60, of: 'x' } }
    const put = (on: JobQueue, options: PutOptions) => store.transaction().execute((tx) => on.put(tx, 'purge', {}, options))
    const ids = [await put(copies.queue, daily), await put(another, daily)]
    expect(ids.filter((id) => id === null)).toHaveLength(1)
    expect(await put(copies.queue, { onceIn: { ...daily.onceIn, of: 'y' } })).not.toBeNull()
  })

  test('has one place in each process', async () => {
    expect(await jobQueue()).toBe(await jobQueue())
    copies.closedAtEnd(await jobQueue())
  })
})
