import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { processName } from '@/lib/platform/process-name'
import { copiesNow, failingJobs, forgetFailure, forgetOldFailures, recordFailure, sayAlive, sayGone } from './health'

const now = Date.parse('2026-11-23T10:00:00.000Z')
const minute = 60_000

describe.each(engines)('what is known of copies and of work that fails, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const alive = async (at: number) => (await copiesNow(own.store, at)).map((copy) => copy.alive)
  const say = (at: number) => own.store.transaction().execute((tx) => sayAlive(tx, '1.2.3', at))

  it('is that a copy runs as long as it says so, is missed for an hour, and not at all where it ended as it should', async () => {
    await say(now - minute)
    await say(now)
    expect(await copiesNow(own.store, now + 59_000)).toMatchObject([
      { version: '1.2.3', alive: true, seenAt: '2026-11-23T10:00:00.000Z' },
    ])
    expect((await copiesNow(own.store, now))[0]?.name).toBe(processName().split(':').slice(0, 2).join(':'))
    expect([await alive(now + minute), await alive(now + 61 * minute)]).toEqual([[false], []])
    await sayGone()
    expect(await alive(now)).toEqual([])
    const lost = { name: 'lost:1:x', version: '1', started_at: '', seen_at: new Date(now - 61 * minute).toISOString() }
    await own.store.insertInto('copies').values(lost).execute()
    await say(now)
    expect(await own.store.selectFrom('copies').select('name').execute()).toEqual([{ name: processName() }])
  })

  it('is one row for work that is due again and again, until it succeeds', async () => {
    const job = (id: string, given: object = {}) => ({ id, name: 'purge', given, attempt: 1, takenAt: '' })
    await recordFailure(job('j-1'), 'Error')
    await recordFailure(job('j-2'), 'TypeError')
    await recordFailure(job('j-3', { importId: 'i-1' }), 'Error')
    expect(await failingJobs(own.store)).toMatchObject([
      { name: 'purge', times: 2, why: 'TypeError' },
      { name: 'purge', times: 1, why: 'Error' },
    ])
    await forgetFailure(job('j-4'))
    await forgetFailure(job('j-5'))
    expect(await failingJobs(own.store)).toMatchObject([{ times: 1 }])
    await forgetOldFailures(Date.now() + 23 * 60 * minute)
    expect(await failingJobs(own.store)).toHaveLength(1)
    await forgetOldFailures(Date.now() + 25 * 60 * minute)
    expect(await failingJobs(own.store)).toEqual([])
  })
})
