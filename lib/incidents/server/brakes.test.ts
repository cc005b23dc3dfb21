import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { env } from '@/lib/platform/env'
import { breakerOf } from '@/lib/service/transport'
import { incidentFor } from './answer'
import { incidentsWaitingFor } from './open-incidents'
import * as steps from './steps'
import { type Fault, later, leo, mia, ownDesk, type ReadFault, type Subscription, TestIncident, World } from './world-for-tests'

/** So many may be on the wire when a limit is reached. */
const underWay = 8

describe.each(engines)('the brake of a run on %s', (engine) => {
  const { own, service } = ownDesk(
    engine,
    ['directory_keys', 'facts', 'targets', 'incident_paces', 'incident_work', 'incident_rows', 'incidents'],
    { SERVICE_READ_TIMEOUT_MS: '5000' },
  )

  /** A run that has been tried on three rows without a fault and is on. */
  async function running(world: World): Promise<TestIncident> {
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids, 20)).previewed()
    return (await (await incident.approved()).piloted()).lookedAt()
  }

  /** Rows of which nothing has been sent yet, in the order in which they go. */
  const waiting = (world: World): Subscription[] => world.all.filter(({ id }) => !world.arrived.some((each) => each.id === id))

  const faults = (world: World, fault: Fault, ...places: number[]) => {
    for (const [at, { id }] of waiting(world).entries()) if (places.includes(at)) world.faults.set(id, fault)
  }

  type Case = { name: string; set: (world: World) => void; limit: string; says: string; last: number }
  const cases: Case[] = [
    {
      name: 'three of fifty are refused',
      set: (world) => {
        faults(world, 'refused', 2, 32) // more than 20 rows apart, though eight are on their way at once
        faults(world, 'other-refusal', 38)
      },
      limit: 'refused-of-50',
      says: '3 of the last 50 were refused',
      last: 38,
    },
    {
      name: 'an error comes twice that the pilot didn’t show',
      set: (world) => faults(world, 'refused', 4, 11),
      limit: 'new-error',
      says: 'An error that the pilot didn’t show came twice within 20 rows',
      last: 11,
    },
    {
      name: 'three are unconfirmed',
      set: (world) => {
        faults(world, 'lost', 3, 21)
        faults(world, 'lost-done', 35)
      },
      limit: 'unconfirmed-of-100',
      says: '3 of the last 100 are unconfirmed',
      last: 35,
    },
    {
      name: 'five in a row have moved',
      set: (world) => {
        for (const each of waiting(world).slice(6, 16)) each.autoChargeStatus = false
      },
      limit: 'moved-in-a-row',
      says: '5 in a row had moved since the preview',
      last: 10,
    },
    {
      name: 'the service refuses our keys',
      set: (world) => faults(world, 'keys', 5),
      limit: 'keys-refused',
      says: 'The service refused our keys',
      last: 5,
    },
  ]
  test.each(cases)(
    'stops it at once where $name',
    async ({ set, limit, says, last }) => {
      const world = new World(60) // more than are under way when the last case pauses
      const incident = await running(world)
      const tried = world.arrived.length
      set(world)
      expect(await incident.work()).toBe('paused')
      expect(await incident.row()).toMatchObject({ paused_as: 'breaker', paused_by: null, paused_why: says, trips: 1 })
      const { run } = await incidentFor(mia, incident.id)
      expect(run?.breaker.filter(({ count, at }) => count >= at).map((gauge) => gauge.limit)).toEqual([limit])
      expect(world.arrived.length - tried).toBeLessThanOrEqual(last + 1 + underWay)
      for (const person of [mia, leo])
        expect(await incidentsWaitingFor(person)).toMatchObject([{ waitsFor: 'resume', why: says }])
      const counts = await incident.counts()
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(60)
      expect(counts.ready).toBeGreaterThan(0)
    },
    30_000,
  )

  test('stops it though the clock of the copy that let it go on was an hour ahead', async () => {
    const world = new World(50)
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    const draft = await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids, 20)
    const incident = await (await (await draft.previewed()).approved()).piloted()
    await incident.opened(mia)
    later(3_661_000)
    await steps.goOn(await incident.by(mia))
    later(-3_600_000)
    faults(world, 'refused', 4, 11)
    expect(await incident.work()).toBe('paused')
    expect(await incident.row()).toMatchObject({ paused_why: 'An error that the pilot didn’t show came twice within 20 rows' })
  }, 30_000)

  const keys = 'The service refused our keys'
  const away = 'The service isn’t responding, or refuses reads'
  const anew = 'An error that the pilot didn’t show came twice within 20 rows'
  const unread: [ReadFault, string[]][] = [
    ['keys', [keys]],
    ['away', [away, anew]], // the same error may come twice before this copy stops asking
    ['refused', [anew]],
  ]
  test.each(unread)(
    'stops it where its rows can’t be read first: %s',
    async (reading, says) => {
      const world = new World(40)
      const incident = await running(world)
      const tried = world.arrived.length
      world.reading = reading
      expect(await incident.work()).toBe('paused')
      const row = await incident.row()
      expect(row.paused_as).toBe('breaker')
      expect(says).toContain(row.paused_why)
      expect(world.arrived).toHaveLength(tried)
      const counts = await incident.counts()
      expect(counts.ready).toBeGreaterThanOrEqual(40 - 3 - 2 - underWay)
      world.reading = null
      do {
        breakerOf(env().SERVICE_URL).answered()
        await incident.resumed()
      } while ((await incident.work()) === 'paused') // a reading that was still being repeated may be lost after it went on
      expect((await incident.row()).state).toBe('done')
      expect(new Set(world.arrived.map(({ id }) => id)).size).toBe(world.arrived.length)
    },
    30_000,
  )
})
