import { describe, expect, test } from 'vitest'
import { employ, personCalled } from '@/lib/commands/server/commands-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { sendAgain } from './again'
import { incidentFor } from './answer'
import { editIncident, giveRows } from './drafts'
import { incidentsWaitingFor } from './open-incidents'
import * as steps from './steps'
import { planUndo } from './undo'
import { codeOf, later, leo, mia, ownDesk, TestIncident, World } from './world-for-tests'

const hour = 3_600_000
const begun = 'It has begun, so it can’t be changed. Stop it and plan the rest again.'

describe.each(engines)('what ends an incident early on %s', (engine) => {
  const { own, service } = ownDesk(engine)

  async function approved(world: World): Promise<TestIncident> {
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    return (await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()).approved()
  }

  test('an approval that is over 12 hours old starts nothing, until somebody has approved it anew', async () => {
    const world = new World(5)
    const incident = await approved(world)
    later(12 * hour + 60_000)
    expect(await codeOf(steps.startPilot(await incident.by(mia)))).toBe('409 state')
    await incident.approved()
    expect(await (await incident.piloted()).row()).toMatchObject({ state: 'look' })
    expect(world.arrived).toHaveLength(3)
  }, 30_000)

  test('an approval that is over 24 hours old sends nothing more: the run pauses, and only goes on once it was approved anew', async () => {
    const world = new World(8)
    const incident = await approved(world)
    await (await incident.piloted()).lookedAt()
    later(24 * hour + 60_000)
    expect(await incident.work()).toBe('paused')
    expect(await incident.row()).toMatchObject({ paused_as: 'stale' })
    expect(world.arrived).toHaveLength(3)
    expect(await codeOf(steps.resumeIncident(await incident.by(mia), 'Go on'))).toBe('409 state')
    await steps.askForApproval(await incident.by(mia))
    expect(await codeOf(steps.resumeIncident(await incident.by(mia), 'Go on'))).toBe('409 state')
    const { may, run } = await incidentFor(mia, incident.id)
    expect([may.edit, may.stop, run?.paused?.as, run?.counts.done]).toEqual([begun, null, 'stale', 3])
    expect(await incidentsWaitingFor(leo)).toMatchObject([{ id: incident.id, waitsFor: 'decision', rows: 5 }])
    expect(await codeOf(editIncident(await incident.by(mia), { reason: 'Another' }))).toBe('409 state')
    expect(await codeOf(giveRows(await incident.by(mia), 0, { rows: [], more: false }))).toBe('409 state')
    const { plan_hash: planHash } = await (await incident.opened(leo)).row()
    await steps.decideIncident(await incident.by(leo), { decision: 'approve', planHash: planHash ?? '' })
    await steps.resumeIncident(await incident.by(mia), 'Approved anew')
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 8 })
    const ended = await incidentFor(mia, incident.id)
    expect(ended.run).toMatchObject({ startedBy: 'Mia', decisions: [{ by: 'Leo' }, { as: 'approved', by: 'Leo' }] })
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  }, 30_000)

  test('an approval counts for nothing once whoever gave it is disabled: nothing is sent, and another colleague has to approve', async () => {
    const world = new World(6)
    const incident = await approved(world)
    const nia = personCalled('Nia', 'manager')
    await employ(own.store, nia)
    const disabled = (person: typeof leo, disabled_at: string | null) =>
      own.store.updateTable('accounts').set({ disabled_at }).where('id', '=', person.accountId).execute()
    await disabled(leo, new Date().toISOString())
    await incident.piloted()
    expect(world.arrived).toEqual([])
    expect(await incident.row()).toMatchObject({
      state: 'paused',
      paused_as: 'stale',
      paused_why: 'Leo, who approved this, may not approve any more. Nothing was sent.',
    })
    await disabled(leo, null)
    expect(await codeOf(steps.resumeIncident(await incident.by(mia), 'He is back'))).toBe('409 state')
    await steps.askForApproval(await incident.by(mia))
    const { plan_hash: planHash } = await (await incident.opened(nia)).row()
    await steps.decideIncident(await incident.by(nia), { decision: 'approve', planHash: planHash ?? '' })
    await incident.resumed()
    expect(await incident.work()).toBe('look')
    expect(world.arrived).toHaveLength(3)
    // The runner is disabled instead: everybody reads whose right is missing.
    await incident.lookedAt()
    await disabled(mia, new Date().toISOString())
    expect(await incident.work()).toBe('paused')
    expect((await incident.row()).paused_why).toMatch(/^It’s sent in the name of Mia, who may not send it any more/)
    expect(world.arrived).toHaveLength(3)
    await disabled(mia, null)
  }, 30_000)

  test('a run that waits for approval is taken over, and where nobody is left to decide its planner asks in the asker’s place', async () => {
    const world = new World(5)
    const incident = await approved(world)
    await (await incident.piloted()).lookedAt()
    later(24 * hour + 60_000)
    expect(await incident.work()).toBe('paused')
    await steps.takeOverIncident(await incident.by(leo))
    await steps.askForApproval(await incident.by(leo))
    const ask = async (person: typeof leo) => codeOf(steps.askForApproval(await incident.by(person)))
    const decides = async (person: typeof leo) => (await incidentFor(person, incident.id)).may.decide
    expect(await decides(mia)).toMatch(/^You planned this/)
    expect(await decides(leo)).toMatch(/^You requested this approval/)
    expect(await ask(leo)).toBe('409 state')
    expect(await ask(mia)).toBe('done')
    expect([await decides(mia), await decides(leo)]).toEqual([expect.stringMatching(/^You planned this/), null])
    expect(await ask(mia)).toBe('409 state')
    await steps.takeOverIncident(await incident.by(mia))
    expect(await incident.row()).toMatchObject({ state: 'waiting', run_by: 'Mia' })
    await incident.opened(leo)
    const { plan_hash: planHash } = await incident.row()
    await steps.decideIncident(await incident.by(leo), { decision: 'approve', planHash: planHash ?? '' })
    await incident.resumed()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 5 })
  }, 30_000)

  test('a run that is taken over while a row waits for its turn goes on in the name of whoever took it over', async () => {
    const world = new World(9)
    const incident = await approved(world)
    await (await incident.piloted()).lookedAt()
    await steps.changeRate(await incident.by(mia), 5)
    world.hear = async () => {
      world.hear = () => {}
      await steps.takeOverIncident(await incident.by(leo))
    }
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 9 })
    const people = await own.store.selectFrom('actions').select('person').where('incident', '=', incident.id).execute()
    expect(people.filter(({ person }) => person === 'Leo').length).toBeGreaterThanOrEqual(4)
  }, 30_000)

  test('a buyer who is erased in the middle is left out, keeps nothing personal in the incident, and isn’t undone', async () => {
    const world = new World(10)
    const incident = await approved(world)
    await own.store.updateTable('incident_rows').set({ note: 'Ada L.' }).where('incident', '=', incident.id).execute()
    await incident.piloted()
    const sent = world.all.find(({ id }) => world.arrived.some((each) => each.id === id))
    const [waiting, gone] = world.all.filter(({ autoChargeStatus }) => autoChargeStatus)
    if (!sent || !waiting || !gone) throw new Error('Three were sent and seven wait')
    for (const { buyerId } of [sent, waiting, gone]) await eraseBuyer(mia, 'northwind', buyerId)
    world.subscriptions.delete(gone.id) // the service has forgotten one of them too
    await incident.lookedAt()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 8, moved: 2 })
    const rows = await own.store.selectFrom('incident_rows').selectAll().where('incident', '=', incident.id).execute()
    const of = ({ id }: { id: string }) => rows.find(({ target }) => target === `subscription:${id}`)
    for (const each of [sent, waiting, gone]) expect(of(each)).toMatchObject({ note: null, before: null })
    const { id } = await planUndo(await incident.by(mia))
    const undo = await new TestIncident(own.store, id).previewed()
    expect(await undo.counts()).toEqual({ ready: 7, 'left-out before-unknown': 1, 'left-out was-moved': 2 })
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  }, 30_000)

  test('a plan that nobody wants any more is closed, keeps its rows, and nothing comes of it', async () => {
    const world = new World(4)
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    await steps.closeIncident(await incident.by(mia))
    expect(await incident.row()).toMatchObject({ state: 'closed' })
    for (const step of [steps.askForPreview, steps.askForApproval, planUndo])
      expect(await codeOf(step(await incident.by(mia)))).toBe('409 state')
    expect(await codeOf(sendAgain(await incident.by(mia), { which: 'not-sent' }))).toBe('409 state')
    expect(await incident.counts()).toEqual({ ready: 4 })
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    const other = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    expect(await other.counts()).toEqual({ ready: 4 })
  }, 30_000)

  // The last one: it leaves what verify names.
  test('a row that a hand brings back under another number of tries isn’t sent again, and the run pauses for good', async () => {
    const world = new World(8)
    const incident = await approved(world)
    await (await incident.piloted()).lookedAt()
    const anew = { state: 'ready' as const, generation: 2, at: null, action_id: null, claimed_at: null, batch: null }
    const rows = own.store.updateTable('incident_rows').set(anew).where('incident', '=', incident.id)
    const { numUpdatedRows } = await rows.where('state', '=', 'done').executeTakeFirstOrThrow()
    expect(Number(numUpdatedRows)).toBe(3)
    for (const each of world.all) each.autoChargeStatus = true // as if their buyers had turned it on again: nothing else tells that they were sent
    expect(await incident.work()).toBe('paused')
    expect(await incident.row()).toMatchObject({ paused_as: 'changed' })
    expect(world.arrived.length).toBe(new Set(world.arrived.map(({ id }) => id)).size)
    expect(await codeOf(steps.resumeIncident(await incident.by(mia), 'Go on'))).toBe('409 state')
  }, 30_000)
})
