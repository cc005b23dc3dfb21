import { describe, expect, test } from 'vitest'
import { commandOf } from '@/lib/commands/server/commands-for-tests'
import { perform } from '@/lib/commands/server/perform'
import { engines } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { sendAgain } from './again'
import { incidentFor } from './answer'
import { editIncident } from './drafts'
import * as steps from './steps'
import { getTexts } from './texts'
import { planUndo } from './undo'
import { codeOf, leo, mia, ownDesk, TestIncident, World } from './world-for-tests'

describe.each(engines)('after the run of an incident on %s', (engine) => {
  const { own, service } = ownDesk(engine, ['directory_keys', 'facts', 'targets', 'incident_paces'])

  async function drafted(world: World): Promise<TestIncident> {
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    return TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)
  }

  async function ran(world: World, drawn?: TestIncident): Promise<TestIncident> {
    const incident = await (drawn ?? (await drafted(world))).previewed()
    await (await (await incident.approved()).piloted()).lookedAt()
    while ((await incident.work()) === 'paused') await incident.resumed()
    return incident
  }

  const told = async ({ id }: TestIncident) =>
    (await getTexts(new Request(`http://127.0.0.1/api/desk/incidents/${id}/texts`), mia, { incidentId: id })).data

  const reasonsOf = async ({ id }: TestIncident) => {
    const rows = await own.store
      .selectFrom('incident_rows')
      .select(['n', 'why', 'words'])
      .where('incident', '=', id)
      .where('why', 'is not', null)
      .orderBy('n')
      .execute()
    return rows.map(({ n, why }) => `${n} ${why}`)
  }

  test('the inverse leaves out exactly the twenty that others have touched since, each by name, and gives all others their value back', async () => {
    const world = new World(40)
    const all = world.all
    for (const [at, fault] of [
      [36, 'refused'],
      [37, 'lost'],
      [38, 'lost-done'],
    ] as const)
      world.faults.set(all[at]?.id ?? '', fault)
    const incident = await ran(world)
    world.faults.clear()
    expect(await incident.counts()).toEqual({ done: 37, refused: 1, unconfirmed: 2 })
    for (const each of all.slice(4, 16)) each.autoChargeStatus = true // the buyers did so themselves
    const byLeo = all.slice(16, 24)
    for (const [at, each] of byLeo.entries()) {
      const params = { buyerId: each.buyerId, subscriptionId: each.id }
      const body = { expirationDate: '2099-09-01', reason: 'Goodwill' }
      const on = { autochargeStatus: true }
      await perform(
        at % 2 === 0
          ? commandOf('changeExpirationDate', { person: leo, params, body })
          : commandOf('changeAutochargeStatus', { person: leo, params, body: on }),
      )
    }
    const { id } = await planUndo(await incident.by(mia))
    const undo = await new TestIncident(own.store, id).previewed()
    const touched = Array.from({ length: 20 }, (_, at) => `${at + 5} changed-since`)
    expect(await reasonsOf(undo)).toEqual([...touched, '37 was-refused', '38 was-unconfirmed', '39 was-unconfirmed'])
    const rows = await own.store
      .selectFrom('incident_rows')
      .select('words')
      .where('incident', '=', id)
      .where('n', '>', 16)
      .where('n', '<', 25)
      .execute()
    expect(rows.filter(({ words }) => words?.startsWith('Leo, '))).toHaveLength(8)
    expect(await codeOf(editIncident(await undo.by(mia), { command: { verb: 'autochargeOn' } }))).toBe('409 state')
    const before = world.arrived.length
    await (await (await undo.approved()).piloted()).lookedAt()
    expect(await undo.work()).toBe('done')
    expect((await undo.counts()).done).toBe(17)
    expect(world.arrived.length - before).toBe(17)
    for (const [at, each] of all.entries())
      if (![16, 18, 20, 22, 37, 38].includes(at)) expect([at, each.autoChargeStatus]).toEqual([at, true])
    expect(byLeo[0]?.endDate).toBe('2099-09-01T00:00:00+00:00')
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  }, 60_000)

  test('what wasn’t sent goes once more, what was refused comes as a new draft, and what is unconfirmed never', async () => {
    const world = new World(10)
    const [, , , , refused, lost] = world.all
    if (!refused || !lost) throw new Error('There are ten')
    world.faults.set(refused.id, 'refused').set(lost.id, 'lost')
    const incident = await ran(world)
    expect(await codeOf(sendAgain(await incident.by(mia), { which: 'not-sent' }))).toBe('409 state')
    expect(await codeOf(sendAgain(await incident.by(mia), { which: 'refused', rows: [6] }))).toBe('422 null')
    const { id } = await sendAgain(await incident.by(mia), { which: 'refused', rows: [5] })
    const draft = new TestIncident(own.store, id)
    world.faults.clear()
    expect(await (await draft.previewed()).counts()).toEqual({ ready: 1 })
    await (await draft.approved()).piloted()
    expect(await draft.row()).toMatchObject({ state: 'done' })
    expect(world.arrived.filter((each) => each.id === lost.id)).toHaveLength(1)
    expect(world.arrived.filter((each) => each.id === refused.id)).toHaveLength(2)
    await steps.closeIncident(await incident.by(mia))
    expect(await incident.row()).toMatchObject({ state: 'closed' })
  }, 60_000)

  test('a stopped run is undone whole once nothing is on its way, and what it left is planned again', async () => {
    const world = new World(24)
    const refusals: string[] = []
    const incident = await drafted(world)
    world.hear = async () => {
      const next = world.all.find(({ id }) => world.arrived.every((each) => each.id !== id))
      if (world.arrived.length === 3 && next) next.autoChargeStatus = false
      if (world.arrived.length !== 8) return
      await steps.stopIncident({ ...(await incident.by(mia)), version: null }, null)
      for (const step of [planUndo, steps.closeIncident]) refusals.push(await codeOf(step(await incident.by(mia))))
      refusals.push((await incidentFor(mia, incident.id)).may.inverse ?? '')
    }
    await ran(world, incident)
    expect(refusals).toEqual(['409 state', '409 state', 'A row is still on its way. Undo it once that has ended.'])
    const done = world.arrived.length
    expect(await incident.counts()).toEqual({ done, moved: 1, ready: 23 - done })
    const { id } = await planUndo(await incident.by(mia))
    expect(await (await new TestIncident(own.store, id).previewed()).counts()).toEqual({ ready: done, 'left-out was-moved': 1 })

    const left = new TestIncident(own.store, (await sendAgain(await incident.by(mia), { which: 'left' })).id)
    expect(await (await left.previewed()).counts()).toEqual({ ready: 23 - done })
    const moved = new TestIncident(own.store, (await sendAgain(await incident.by(mia), { which: 'moved' })).id)
    expect(await (await moved.previewed()).counts()).toEqual({ 'left-out already': 1 })
    expect(await codeOf(sendAgain(await left.by(mia), { which: 'left' }))).toBe('409 state')
  }, 60_000)

  test('an undo is undone like any other, and says what it does', async () => {
    const world = new World(5)
    const incident = await ran(world)
    const undo = new TestIncident(own.store, (await planUndo(await incident.by(mia))).id)
    await ran(world, undo)
    expect(world.all.map(({ autoChargeStatus }) => autoChargeStatus)).toEqual(Array(5).fill(true))
    expect(await told(incident)).toEqual([]) // it isn't so any more
    expect(await told(undo)).toMatchObject([{ language: 'en', rows: 5, unknown: 5 }])
    const seen = { value: 'false', observed_at: new Date(Date.now() + 1_000).toISOString() }
    const itself = own.store.updateTable('facts').set(seen).where('entity', '=', `subscription:${world.all[0]?.id}`)
    await itself.where('field', '=', 'autoChargeStatus').execute() // as a reading finds what the buyer did
    expect(await told(undo)).toMatchObject([{ rows: 4 }])
    await own.store
      .updateTable('facts')
      .set({ ...seen, value: 'true' })
      .where('value', '=', 'false')
      .execute()
    const again = new TestIncident(own.store, (await planUndo(await undo.by(mia))).id)
    expect((await incidentFor(mia, again.id)).words).toBe('Undo: turn on autocharge')
    const { preview } = await incidentFor(mia, (await again.previewed()).id)
    expect(preview).toMatchObject({
      counts: { 'will-change': 5 },
      sums: { money: [expect.stringMatching(/^5 renewals aren’t/), expect.anything()] },
    })
    await ran(world, again)
    expect(world.all.map(({ autoChargeStatus }) => autoChargeStatus)).toEqual(Array(5).fill(false))
  }, 60_000)

  test('what has no answer may be undone once somebody has settled it as done', async () => {
    const world = new World(4)
    for (const { id } of world.all) world.faults.set(id, 'lost-done')
    const incident = await (await (await drafted(world)).previewed()).approved()
    await incident.piloted()
    while ((await incident.row()).state === 'paused') {
      await incident.resumed()
      await incident.work()
    }
    await steps.stopIncident({ ...(await incident.by(mia)), version: null }, null)
    expect(await incident.counts()).toMatchObject({ unconfirmed: 3 })
    expect((await incidentFor(mia, incident.id)).may.inverse).toBeNull()
    await own.store
      .updateTable('actions')
      .set({ settled_as: 'happened' })
      .where('incident', '=', incident.id)
      .where('target', '=', `subscription:${world.arrived[0]?.id}`)
      .execute()
    expect((await incidentFor(mia, incident.id)).run).toMatchObject({ settled: 1, counts: { unconfirmed: 3 } })
    expect(await told(incident)).toMatchObject([{ rows: 1 }])
  }, 30_000)

  test('what a stop left is still named once what wasn’t sent has gone again', async () => {
    const world = new World(30)
    const incident = await drafted(world)
    world.hear = async () => {
      if (world.arrived.length !== 6) return
      await steps.stopIncident({ ...(await incident.by(mia)), version: null }, null)
    }
    await ran(world, incident)
    const ready = Number((await incident.counts()).ready)
    const unsent = world.all.find(({ autoChargeStatus }) => autoChargeStatus)
    await own.store
      .updateTable('incident_rows')
      .set({ state: 'not-sent', words: 'away' })
      .where('incident', '=', incident.id)
      .where('target', '=', `subscription:${unsent?.id}`)
      .execute()
    expect((await incidentFor(mia, incident.id)).run?.reasons).toEqual({ busy: 0, stopped: ready - 1 })
    await sendAgain(await incident.by(mia), { which: 'not-sent' })
    await incident.resumed()
    expect(await incident.work()).toBe('done')
    expect((await incidentFor(mia, incident.id)).run?.reasons).toEqual({ busy: 0, stopped: ready - 1 })
  }, 60_000)

  test('the reason of an undo is cut between two characters', async () => {
    const world = new World(4)
    const incident = await drafted(world)
    await editIncident(await incident.by(mia), { reason: '🦊'.repeat(255) })
    await ran(world, incident)
    const undo = new TestIncident(own.store, (await planUndo(await incident.by(mia))).id)
    expect((await undo.row()).reason).toBe(`Undo: ${'🦊'.repeat(249)}`)
  }, 30_000)

  test('customers are told in their language', async () => {
    const world = new World(6)
    const incident = await ran(world)
    const first = world.all[0]
    const locale = { merchant: 'northwind', buyer_id: first?.buyerId ?? '', entity: 'buyer', field: 'locale', value: '"de"' }
    const witness = { observed_at: new Date().toISOString(), source: 'read' as const, operation: null, person: null }
    const facts = own.store.insertInto('facts')
    await facts.values({ ...locale, ...witness }).execute()
    const data = await told(incident)
    expect(data.map(({ language, rows, isShared }) => [language, rows, isShared])).toEqual([
      ['en', 5, true],
      ['de', 1, true],
    ])
    expect(data[0]?.example).toContain('30 June 2099')
  }, 60_000)

  test('a text that names a day of one customer alone is told as an example', async () => {
    const world = new World(5)
    const last = world.all.at(-1)
    if (last) last.endDate = '2099-09-15T12:00:00+00:00'
    const incident = await ran(world)
    expect(await told(incident)).toMatchObject([{ language: 'en', rows: 5, isShared: false }])
  }, 60_000)
})
