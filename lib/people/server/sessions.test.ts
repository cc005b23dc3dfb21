import { describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { Dashboard } from '@/lib/testing/dashboard'
import { changeLocalPerson } from './apply-person-change'
import { endSession, personOf, startSession } from './sessions'

const dashboard = new Dashboard()
const began = new Date('2026-03-02T09:00:00.000Z')
const later = (ms: number) => new Date(began.getTime() + ms)
const minute = 60_000
const hour = 60 * minute

const started = async () => {
  const store = await database()
  const { accountId } = await dashboard.account('agent')
  return { store, accountId, sid: await startSession(store, accountId, began) }
}

describe('a session (A10)', () => {
  it('says who it is of', async () => {
    const { store, accountId, sid } = await started()
    expect(await personOf(store, sid, later(0))).toEqual({
      accountId,
      sessionId: sid,
      email: 'agent@desk.example.test',
      name: 'The agent',
      role: 'agent',
      issuer: null,
      passwordDue: false,
      idleAt: later(15 * minute).getTime(),
    })
  })

  it('lives 15 minutes without a request, and not a second more', async () => {
    const { store, sid } = await started()
    expect(await personOf(store, sid, later(15 * minute - 1_000), { touch: false })).toMatchObject({ role: 'agent' })
    expect(await personOf(store, sid, later(15 * minute + 1_000))).toBe('idle')
  })

  it('is not revived by a clock that is set back (F26)', async () => {
    const { store, sid } = await started()
    expect(await personOf(store, sid, later(15 * minute + 1_000))).toBe('idle')
    expect(await personOf(store, sid, later(minute))).toBe('idle')
  })

  it('goes on after the clock was set back, and lives no longer from then on than any other (F26)', async () => {
    const { store, sid } = await started()
    const back = (ms: number) => later(ms - 5 * hour)
    expect(await personOf(store, sid, back(0))).toMatchObject({ role: 'agent', idleAt: back(15 * minute).getTime() })
    expect(await personOf(store, sid, back(15 * minute), { touch: false })).toBe('idle')
    const another = await started()
    for (let at = 0; at < 10 * hour; at += 10 * minute)
      expect(await personOf(another.store, another.sid, back(at))).toMatchObject({ role: 'agent' })
    expect(await personOf(another.store, another.sid, back(10 * hour))).toBe('expired')
  })

  it('is kept alive by requests, for 10 hours and not a second more', async () => {
    const { store, sid } = await started()
    for (let at = 10 * minute; at < 10 * hour; at += 10 * minute)
      expect(await personOf(store, sid, later(at))).toMatchObject({ role: 'agent' })
    expect(await personOf(store, sid, later(10 * hour - 1_000))).toMatchObject({ role: 'agent' })
    expect(await personOf(store, sid, later(10 * hour + 1_000))).toBe('expired')
  })

  it('has the role of now', async () => {
    const { store } = await started()
    const { accountId } = await dashboard.addPerson('agent', 'riser@desk.example.test')
    const sid = await startSession(store, accountId, began)
    await changeLocalPerson(store, 'riser@desk.example.test', { role: 'manager' })
    expect(await personOf(store, sid, later(0))).toMatchObject({ role: 'manager' })
  })

  it('once ended stays so, whatever comes after', async () => {
    const { store, sid } = await started()
    await endSession(store, sid, later(minute))
    expect(await personOf(store, sid, later(2 * minute))).toBe('ended')
    expect(await personOf(store, sid, later(0))).toBe('ended')
  })

  it('that was never started is none', async () => expect(await personOf(await database(), 'no such id')).toBe('none'))
})
