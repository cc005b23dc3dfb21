import { afterEach, expect, it, vi } from 'vitest'
import { OwnDatabase } from '@/lib/database/engines-for-tests'
import { jobQueue } from '@/lib/jobs/queue'
import { upkeep } from './start-jobs'

// pg-boss goes by the clock of the database server, which no test can set; the rule is the same.
const own = new OwnDatabase('SQLite')
afterEach(() => vi.useRealTimers())

it('looks for alerts so often that none is a minute late, whenever a copy was started', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const queue = await jobQueue()
  for (const phase of [0, 7_000, 14_999]) {
    const begun = Date.parse('2026-11-23T10:00:00.000Z') + phase
    const ran: number[] = []
    for (let at = begun; at < begun + 300_000; at += 15_000) {
      vi.setSystemTime(at)
      await upkeep(queue)
      for (let job = await queue.take('alerts'); job; job = await queue.take('alerts')) {
        ran.push(at)
        await queue.done(job)
      }
    }
    const pauses = ran.slice(1).map((at, place) => at - (ran[place] ?? 0))
    expect(ran.length).toBeGreaterThan(5)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(45_000)
    await own.store.deleteFrom('jobs').execute()
  }
})
