import { describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '@/lib/core/dates'
import { engines, environmentOf } from '@/lib/database/engines-for-tests'
import { noClaim } from '@/lib/journal/action-ids'
import { keysAnswered } from '@/lib/service/account-state'
import { addIncident } from './drafts'
import * as steps from './steps'
import { codeOf, later, mia, ownDesk, TestIncident, World } from './world-for-tests'

const hour = 3_600_000

describe.each(engines)('close to midnight on %s', (engine) => {
  const { own, service, restart } = ownDesk(engine, [
    'directory_keys',
    'facts',
    'targets',
    'incident_paces',
    'incident_rows',
    'incidents',
  ])

  test.each(['Pacific/Auckland', 'Pacific/Honolulu', 'UTC'])(
    'in %s a day that has come near is refused, and nothing renews',
    async (timeZone) => {
      const [northwind] = JSON.parse(environmentOf(own.place).MERCHANTS)
      await restart({ MERCHANTS: JSON.stringify([{ ...northwind, timeZone }]) })
      const world = new World(8)
      service.answering = world.answering
      await world.note(own.store)
      // Two minutes before midnight in the account's zone.
      const now = Date.now()
      let ms = 0
      while (dayIn(now + ms + 2 * 60_000, timeZone) === dayIn(now, timeZone)) ms += 60_000
      later(ms)
      const today = dayIn(Date.now(), timeZone)
      const near = { id: crypto.randomUUID(), merchant: 'northwind', reason: 'Outage' }
      expect(
        await codeOf(addIncident(mia, { ...near, command: { verb: 'changeEndDate', day: daysAfter(today, 2) } }, noClaim)),
      ).toBe('422 too_near')
      const day = daysAfter(today, 3)
      const incident = await (
        await TestIncident.draft(
          own.store,
          { verb: 'changeEndDate', day },
          world.all.map(({ id }) => id),
        )
      ).previewed()
      expect(await incident.counts()).toEqual({ ready: 8 })
      await (await (await incident.approved()).piloted()).lookedAt()
      const tried = world.arrived.length
      later(23 * hour) // two midnights have passed since it was planned: the day is one ahead
      const { state } = await incident.row()
      expect(state).toBe('running')
      later(3 * hour)
      expect(await incident.work()).toBe('paused')
      expect((await incident.row()).paused_as).toBe('clock')
      expect(world.arrived).toHaveLength(tried)
      expect(await codeOf(steps.resumeIncident(await incident.by(mia), 'Go on'))).toBe('409 state')
      for (const { endDate } of world.all) expect(endDate.slice(0, 10) > daysAfter(dayIn(Date.now(), timeZone), 0)).toBe(true)
    },
    60_000,
  )

  test('counts the day by its own clock where the service’s answers bear an old date', async () => {
    keysAnswered('northwind', false, -3 * 86_400)
    const day = dayIn(Date.now(), 'UTC')
    const incident = { id: crypto.randomUUID(), merchant: 'northwind', reason: 'Outage' }
    for (const ahead of [0, 2]) {
      const command = { verb: 'changeEndDate' as const, day: daysAfter(day, ahead) }
      expect(await codeOf(addIncident(mia, { ...incident, command }, noClaim))).toBe('422 too_near')
    }
  })
})
