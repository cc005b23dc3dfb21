import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { commandOf, employ, personCalled } from '@/lib/commands/server/commands-for-tests'
import { begin } from '@/lib/commands/server/intent'
import { perform } from '@/lib/commands/server/perform'
import { engines } from '@/lib/database/engines-for-tests'
import { canonical } from '@/lib/journal/crypto'
import { bindingOf } from '@/lib/journal/planned-rows'
import { verify } from '@/lib/journal/verify'
import { actionIdOf } from './action-ids'
import { incidentFor } from './answer'
import { incidentsWaitingFor } from './open-incidents'
import { pageOfRows } from './row-answer'
import { runIncidents } from './run'
import * as steps from './steps'
import { codeOf, later, leo, mia, ownDesk, TestIncident, World } from './world-for-tests'

describe.each(engines)('an incident on %s', (engine) => {
  const { own, service } = ownDesk(engine, [
    'directory_keys',
    'facts',
    'targets',
    'incident_paces',
    'incident_work',
    'incident_rows',
    'incidents',
  ])

  async function given(count: number): Promise<World> {
    const world = new World(count)
    service.answering = world.answering
    await world.note(own.store)
    return world
  }

  test('is previewed, approved, tried on three, looked at, and run to its end', async () => {
    const world = await given(20)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids, 10)).previewed()
    expect(await incident.counts()).toEqual({ ready: 20 })
    expect(await (await incident.approved()).piloted().then((each) => each.row())).toMatchObject({ state: 'look' })
    expect(world.arrived).toHaveLength(3)
    await incident.lookedAt()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 20 })
    expect(world.all.every(({ autoChargeStatus }) => !autoChargeStatus)).toBe(true)
    expect(new Set(world.arrived.map(({ id }) => id)).size).toBe(20)
    expect(world.arrived).toHaveLength(20)
    // Rows that are done are written together: each write is one that other people's commands wait for.
    const entries = await own.store.selectFrom('journal').select('detail').where('kind', '=', 'incident').execute()
    const writes = entries.filter(({ detail }) => JSON.parse(detail).did === 'ended').length
    const [first = Number.NaN, ...rest] = world.arrived.slice(3).map(({ at }) => at) // those of the pilot came a minute before
    expect(writes).toBeLessThanOrEqual(8 + (Math.max(...rest) - first) / 1_000)
    // Each still says when it was done, not when that was written.
    const rows = await own.store
      .selectFrom('incident_rows')
      .select('at')
      .where('incident', '=', (await incident.row()).id)
      .execute()
    expect(new Set(rows.map(({ at }) => at)).size).toBeGreaterThan(writes)
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  }, 30_000)

  /** A run that has been tried and looked at, and is on. */
  async function running(world: World, rate = 20): Promise<TestIncident> {
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids, rate)).previewed()
    return (await (await incident.approved()).piloted()).lookedAt()
  }

  test('nothing is begun after a pause was answered, what was on the wire ends, and an agent may pause', async () => {
    const world = await given(40)
    const ana = personCalled('Ana')
    await employ(own.store, ana)
    const incident = await running(world)
    const paused: { at: number; arrived: number }[] = []
    world.hear = async () => {
      if (world.arrived.length !== 20) return
      await steps.pauseIncident({ ...(await incident.by(ana)), version: null }, 'A buyer is on the line')
      expect((await incidentFor(mia, incident.id)).run?.counts.claimed).toBeLessThanOrEqual(8)
      paused.push({ at: Date.now(), arrived: world.arrived.length })
    }
    expect(await incident.work()).toBe('paused')
    const [pause] = paused
    expect(world.arrived.length - (pause?.arrived ?? 0)).toBeLessThanOrEqual(8)
    expect(world.arrived.filter(({ at }) => at > (pause?.at ?? 0) + 2_000)).toEqual([])
    expect(await incident.counts()).toEqual({ done: world.arrived.length, ready: 40 - world.arrived.length })
    expect(await codeOf(steps.resumeIncident(await incident.by(ana), 'Go on'))).toBe('403 not_allowed_any_more')
    await incident.resumed()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 40 })
  }, 30_000)

  test('pauses by itself, goes on for a reason, and the third time asks a second person again', async () => {
    const world = await given(80)
    const incident = await running(world)
    for (const { id } of world.all) world.faults.set(id, 'refused')
    for (let time = 1; time <= 3; time += 1) {
      expect(await incident.work()).toBe('paused')
      expect(await incident.row()).toMatchObject({ paused_as: 'breaker', trips: time })
      if (time < 3) await steps.resumeIncident(await incident.by(mia), 'Known by now')
    }
    expect(world.arrived.length).toBeLessThan(40)
    expect(await codeOf(steps.resumeIncident(await incident.by(mia), 'Once more'))).toBe('409 state')
    await incident.resumed()
    expect(await incident.row()).toMatchObject({ state: 'running', trips: 0 })
    const counts = await incident.counts()
    await steps.stopIncident({ ...(await incident.by(mia)), version: null }, null)
    expect(await incident.counts()).toEqual(counts)
  }, 30_000)

  test('pauses by itself where the whole pilot is refused, and is looked at once somebody has told it to go on', async () => {
    const world = await given(10)
    const ids = world.all.map(({ id }) => id)
    for (const id of ids) world.faults.set(id, 'refused')
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    await (await incident.approved()).piloted()
    expect(await incident.row()).toMatchObject({ state: 'paused', paused_as: 'breaker', paused_from: 'pilot', trips: 1 })
    const waits = async () => Promise.all([mia, leo, personCalled('Ana')].map((person) => incidentsWaitingFor(person)))
    expect(await waits()).toMatchObject([
      [{ waitsFor: 'resume', why: expect.stringContaining('refus') }],
      [{ id: incident.id }],
      [],
    ])
    await incident.resumed()
    expect(await incident.work()).toBe('look')
    expect(await waits()).toMatchObject([[{ waitsFor: 'look' }], [], []])
    expect(world.arrived).toHaveLength(3)
  }, 30_000)

  test('leaves out what has moved since the preview, and says so', async () => {
    const world = await given(10)
    const incident = await running(world)
    const moved = world.all.filter(({ autoChargeStatus }) => autoChargeStatus).slice(0, 3)
    for (const each of moved) each.autoChargeStatus = false
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 7, moved: 3 })
    const rows = await own.store
      .selectFrom('incident_rows')
      .select('words')
      .where('incident', '=', incident.id)
      .where('state', '=', 'moved')
      .execute()
    expect(new Set(rows.map(({ words }) => words))).toEqual(new Set(['Autocharge is off now']))
    for (const { id } of moved) expect(world.arrived.some((each) => each.id === id)).toBe(false)
  }, 30_000)

  test('waits while a colleague has an action on a row, and leaves it out after three tries', async () => {
    const world = await given(6)
    const incident = await running(world)
    const held = world.all.find(({ autoChargeStatus }) => autoChargeStatus)
    if (!held) throw new Error('Three are left')
    await begin(commandOf('changeAutochargeStatus', { person: leo, params: { buyerId: held.buyerId, subscriptionId: held.id } }))
    const halting = new AbortController()
    const working = runIncidents(halting.signal)
    const busy = async () =>
      (
        await own.store
          .selectFrom('incident_rows')
          .select(['tries', 'state', 'why'])
          .where('target', '=', `subscription:${held.id}`)
          .execute()
      )[0]
    for (const tries of [1, 2]) {
      await expect.poll(busy, { timeout: 20_000 }).toMatchObject({ tries })
      const { data } = await pageOfRows(own.store, await incident.row(), { after: 0, limit: 10 })
      const [row] = data.filter(({ subscriptionId }) => subscriptionId === held.id)
      expect(row).toMatchObject({ state: 'ready', words: expect.stringMatching(/^Another action on it was in progress\./) })
      later(5 * 60_000)
    }
    await working
    expect(await busy()).toMatchObject({ state: 'left-out', why: 'busy' })
    expect(await incident.row()).toMatchObject({ state: 'done' })
  }, 30_000)

  test('tells nothing done that somebody else did under the id of a row’s action', async () => {
    const world = await given(5)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    const other = { buyerId: '80000000-0000-4000-8000-000000000099', subscriptionId: '50000000-0000-4000-8000-000000000099' }
    await perform(commandOf('changeAutochargeStatus', { person: leo, params: other, actionId: actionIdOf(incident.id, 2, 1) }))
    await incident.approved()
    await (await incident.piloted()).lookedAt()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 4, 'not-sent': 1 })
    expect(world.arrived.map(({ id }) => id)).not.toContain(ids[1])
  }, 30_000)

  test('sends nothing for a row that a hand points at another subscription while it runs, with a plain digest that fits', async () => {
    const world = await given(9)
    const [another, ...listed] = world.all
    if (!another) throw new Error('There are nine')
    const incident = await (
      await TestIncident.draft(
        own.store,
        { verb: 'autochargeOff' },
        listed.map(({ id }) => id),
      )
    ).previewed()
    await (await (await incident.approved()).piloted()).lookedAt()
    const waiting = own.store
      .selectFrom('incident_rows')
      .selectAll()
      .where('incident', '=', incident.id)
      .where('state', '=', 'ready')
    const { n, predicted: text, words, why } = await waiting.orderBy('n').limit(1).executeTakeFirstOrThrow()
    const before = JSON.parse(text ?? '{}')
    const params = { buyerId: another.buyerId, subscriptionId: another.id }
    const predicted = { ...before, sent: { ...before.sent, params } }
    const [target, buyer_id] = [`subscription:${another.id}`, another.buyerId]
    const content = canonical([n, target, buyer_id, 'ready', null, bindingOf(predicted)])
    const planned = createHash('sha256').update(content).digest('base64url')
    const forged = { target, buyer_id, predicted: JSON.stringify(predicted), planned, words, why }
    await own.store.updateTable('incident_rows').set(forged).where('incident', '=', incident.id).where('n', '=', n).execute()
    expect(await incident.work()).toBe('paused')
    expect(world.arrived.map(({ id }) => id)).not.toContain(another.id)
  }, 30_000)

  test('is run in the name of whoever took it over, and by nobody whose right is gone', async () => {
    const world = await given(8)
    const incident = await running(world)
    await own.store.updateTable('accounts').set({ role: 'agent' }).where('id', '=', mia.accountId).execute()
    expect(await incident.work()).toBe('paused')
    expect(await incident.row()).toMatchObject({ paused_as: 'person' })
    expect(world.arrived).toHaveLength(3)
    expect(await codeOf(steps.resumeIncident(await incident.by(leo), 'Mia is away'))).toBe('409 state')
    await steps.takeOverIncident(await incident.by(leo))
    await steps.resumeIncident(await incident.by(leo), 'Mia is away')
    expect(await incident.work()).toBe('done')
    const people = await own.store
      .selectFrom('actions')
      .select('person')
      .where('incident', '=', incident.id)
      .orderBy('created_at')
      .execute()
    expect(people.map(({ person }) => person)).toEqual(['Mia', 'Mia', 'Mia', 'Leo', 'Leo', 'Leo', 'Leo', 'Leo'])
    await own.store.updateTable('accounts').set({ role: 'manager' }).where('id', '=', mia.accountId).execute()
  }, 30_000)
})
