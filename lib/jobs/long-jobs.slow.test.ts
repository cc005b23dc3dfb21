import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { given, JobCopies, pace, patient } from './job-copies-for-tests'
import type { Work } from './job-runner'
import { soonOver } from './soon-over-for-tests'

describe.each(engines)('a job on %s', (engine) => {
  const copies = new JobCopies(engine)

  test('stays with its runner for its time, and no longer', async () => {
    const short = await copies.another(soonOver)
    const id = await copies.put(short)
    const job = await short.take('import')
    if (job === null) throw new Error('There is no job')
    await short.tidy()
    expect([await short.isMine(job), await short.take('import')]).toEqual([true, null])
    await copies.comesAfterTidyingTo(short, id, 'waiting')
    expect(await short.isMine(job)).toBe(false)
    await short.done(job) // it was another's to say
    await short.goesOn(job)
    expect(await short.stateOf('import', id)).toBe('waiting')
    copies.running(async () => {}, short)
    await copies.comesTo(id, 'done')
  })

  test('of an earlier turn is not ended in its name while another runner has it', async () => {
    const short = await copies.another(soonOver)
    const id = await copies.put(short)
    const first = await short.take('import')
    await copies.comesAfterTidyingTo(short, id, 'waiting')
    await expect.poll(() => short.take('import'), patient).toMatchObject({ id, attempt: 2 })
    if (first === null) throw new Error('There is no job')
    for (const end of [short.done(first), short.goesOn(first), short.failed(first, 'late')]) await end
    expect(await short.stateOf('import', id)).toBe('running')
    await copies.cancel(id)
  })

  test('that takes longer than a runner may have it goes on piece by piece, through the stop of its copy, with one runner at a time', async () => {
    const short = await copies.another(soonOver)
    const another = await copies.another(soonOver)
    const steps: { step: number; by: string }[] = []
    let atOnce = 0
    let maxConcurrent = 0
    const stepping = (by: string) => async (work: Work<{ importId: string }>) => {
      expect(work.given).toEqual(given)
      atOnce += 1
      maxConcurrent = Math.max(maxConcurrent, atOnce)
      try {
        while (steps.length < 60) {
          work.signal.throwIfAborted()
          steps.push({ step: steps.length, by })
          await wait(100)
        }
      } finally {
        atOnce -= 1
      }
    }
    const inPieces = { ...pace, pieceMs: 500 }
    const tidying = setInterval(() => void short.tidy(), 100)
    try {
      const first = copies.running(stepping('first'), short, inPieces)
      const id = await copies.put(short)
      await expect.poll(() => steps.length, patient).toBeGreaterThan(25)
      await first.stop()
      copies.running(stepping('second'), another, inPieces)
      await copies.comesTo(id, 'done')
    } finally {
      clearInterval(tidying)
    }
    expect(maxConcurrent).toBe(1)
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 60 }, (_, step) => step))
    expect(new Set(steps.map(({ by }) => by))).toEqual(new Set(['first', 'second']))
  }, 60_000)

  test('that is called off between two pieces is not put there again', async () => {
    const id = await copies.put()
    const job = await copies.queue.take('import')
    if (job === null) throw new Error('There is no job')
    await copies.cancel(id)
    await copies.queue.goesOn(job)
    expect([await copies.queue.stateOf('import', id), await copies.queue.take('import')]).toEqual(['cancelled', null])
  })

  test('of a runner that was stopped is gone on with by another', async () => {
    const first = copies.running(async ({ signal }) => {
      await once(signal, 'abort')
      signal.throwIfAborted()
    })
    const id = await copies.put()
    await copies.comesTo(id, 'running')
    await first.stop()
    copies.running(async () => {}, await copies.another())
    await copies.comesTo(id, 'done')
  })

  test('of a process that was killed is gone on with by another', async () => {
    const script = await bundled('lib/jobs/job-victim-for-tests.ts')
    const short = await copies.another(soonOver)
    const victim = forked(script, copies.place)
    try {
      await once(victim, 'message')
      const working = once(victim, 'message')
      const id = await copies.put(short)
      await working
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      const attempts: number[] = []
      copies.running(async ({ attempt }) => void attempts.push(attempt))
      await copies.comesAfterTidyingTo(short, id, 'done')
      expect(attempts).toEqual([2])
    } finally {
      victim.kill('SIGKILL')
      rmSync(script)
    }
  }, 90_000)
})
