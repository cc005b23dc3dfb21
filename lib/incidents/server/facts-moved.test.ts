import { describe, expect, test } from 'vitest'
import { commandOf } from '@/lib/commands/server/commands-for-tests'
import { perform } from '@/lib/commands/server/perform'
import { hourMs, minute } from '@/lib/core/dates'
import { engines } from '@/lib/database/engines-for-tests'
import type { IncidentCommand } from '../command'
import { later, leo, ownDesk, type Subscription, TestIncident, World } from './world-for-tests'

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, '+00:00')

describe.each(engines)('what an approval rests on, once it has moved, on %s', (engine) => {
  const { own, service } = ownDesk(engine)

  const off: IncidentCommand = { verb: 'autochargeOff' }
  const toDay: IncidentCommand = { verb: 'changeEndDate', day: '2099-09-01' }

  /** A run of six of which the last row is another thing by the time it would be sent. */
  async function ran(command: IncidentCommand, change: (last: Subscription) => void, world = new World(6)) {
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, command, ids)).previewed()
    await (await (await incident.approved()).piloted()).lookedAt()
    const [last] = world.all.filter(({ id }) => !world.arrived.some((each) => each.id === id)).slice(-1)
    if (!last) throw new Error('Three are left')
    change(last)
    expect(await incident.work()).toBe('done')
    const row = await own.store
      .selectFrom('incident_rows')
      .select(['state', 'words'])
      .where('incident', '=', incident.id)
      .where('target', '=', `subscription:${last.id}`)
      .executeTakeFirstOrThrow()
    return { ...row, isSent: world.arrived.some(({ id }) => id === last.id), others: (await incident.counts()).done }
  }

  const cases: [string, IncidentCommand, (last: Subscription) => void, string][] = [
    ['its end date', off, (last) => (last.endDate = '2099-08-01T12:00:00+00:00'), 'End date is 1 Aug 2099 now'],
    ['its status', off, (last) => (last.status = 'suspended'), 'Status is suspended now'],
    ['its renewal', toDay, (last) => (last.autoChargeStatus = false), 'Autocharge is off now'],
    ['its status, where it’s frozen', toDay, (last) => (last.status = 'frozen'), 'Status is frozen now'],
  ]
  test.each(cases)(
    'leaves a row out that says so: %s',
    async (_, command, change, words) => {
      expect(await ran(command, change)).toEqual({ state: 'moved', words, isSent: false, others: 5 })
    },
    30_000,
  )

  test('sends a row of which nothing has moved', async () => {
    expect(await ran(off, () => undefined)).toEqual({ state: 'done', words: null, isSent: true, others: 6 })
  }, 30_000)

  test('leaves a row out that may be renewing by now, though nothing in it has moved', async () => {
    const world = new World(6)
    for (const each of world.all) each.endDate = isoIn(9 * hourMs)
    const [first] = world.all
    if (first) first.endDate = '2099-01-01T12:00:00+00:00'
    const row = await ran(off, () => later(9 * hourMs - 20 * minute), world)
    expect(row).toMatchObject({ state: 'moved', words: 'Its renewal is due about now', isSent: false })
  }, 30_000)

  test('reads anew before it calls a row already so that somebody settled as changed since', async () => {
    const world = new World(1, { autocharge: false })
    service.answering = world.answering
    await world.note(own.store)
    const [only] = world.all
    if (!only) throw new Error('There is one')
    world.faults.set(only.id, 'lost-done')
    const params = { buyerId: only.buyerId, subscriptionId: only.id }
    const turnsOn = commandOf('changeAutochargeStatus', { person: leo, params, body: { autochargeStatus: true } })
    await perform(turnsOn).catch(() => undefined)
    await own.store.updateTable('actions').set({ settled_as: 'happened' }).where('action_id', '=', turnsOn.actionId).execute()
    const incident = await (await TestIncident.draft(own.store, off, [only.id])).previewed()
    expect(await incident.counts()).toEqual({ ready: 1 })
  }, 30_000)
})
