import { describe, expect, test } from 'vitest'
import { commandOf } from '@/lib/commands/server/commands-for-tests'
import { perform } from '@/lib/commands/server/perform'
import { engines } from '@/lib/database/engines-for-tests'
import { changeAction } from '@/lib/journal/entries-for-tests'
import { verify } from '@/lib/journal/verify'
import { editIncident } from './drafts'
import { firstOf, runsAt } from './runs-for-tests'
import { planUndo } from './undo'
import { leo, mia, ownDesk, type Subscription, TestIncident, World } from './world-for-tests'

describe.each(engines)('what somebody does to a row on %s', (engine) => {
  const desk = ownDesk(engine, ['directory_keys', 'facts', 'targets', 'incident_paces'])
  const { own } = desk
  const { drafted, ran, seen, toldRows } = runsAt(desk)

  async function sentBy(each: Subscription, command: 'changeAutochargeStatus' | 'changeExpirationDate', body: object) {
    const params = { buyerId: each.buyerId, subscriptionId: each.id }
    const call = commandOf(command, { person: leo, params, body })
    await perform(call).catch(() => undefined)
    return call.actionId
  }

  /** Of two rows the first has an action that had no answer, and was looked at since. */
  async function unconfirmedByThePreview() {
    const world = new World(2)
    const incident = await drafted(world)
    const first = firstOf(world)
    world.faults.set(first.id, 'lost')
    const lost = await sentBy(first, 'changeAutochargeStatus', { autochargeStatus: false })
    world.faults.clear()
    await own.store.deleteFrom('targets').execute() // as once it is looked at
    await seen(first, 'autoChargeStatus', true)
    await (await incident.previewed()).approved()
    return { first, incident, lost }
  }

  const movedIn = ({ id }: TestIncident) =>
    own.store
      .selectFrom('incident_rows')
      .select(['target', 'words'])
      .where('incident', '=', id)
      .where('state', '=', 'moved')
      .execute()

  test('keeps an undo from turning on what a colleague has turned off since its preview, though the value is the same', async () => {
    const world = new World(5)
    const incident = await (await (await drafted(world)).previewed()).approved()
    expect(await ran(incident)).toBe('done')
    const undo = await new TestIncident(own.store, (await planUndo(await incident.by(mia))).id).previewed()
    await undo.approved()
    const first = firstOf(world)
    await sentBy(first, 'changeAutochargeStatus', { autochargeStatus: true })
    await sentBy(first, 'changeAutochargeStatus', { autochargeStatus: false })
    expect(await ran(undo)).toBe('done')
    expect(first.autoChargeStatus).toBe(false)
    expect(await undo.counts()).toEqual({ done: 4, moved: 1 })
    expect(await movedIn(undo)).toEqual([
      { target: `subscription:${first.id}`, words: 'Turn off autocharge by Leo since the preview' },
    ])
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  }, 60_000)

  test('keeps a row back once it was settled as done, though nobody has read it since', async () => {
    const world = new World(4)
    const incident = await drafted(world, { verb: 'changeEndDate', days: 7 })
    await editIncident(await incident.by(mia), { readEach: false })
    await (await incident.previewed()).approved()
    const first = firstOf(world)
    world.faults.set(first.id, 'lost-done')
    const lost = await sentBy(first, 'changeExpirationDate', { expirationDate: '2099-12-24', reason: 'Goodwill' })
    await own.store.updateTable('actions').set({ settled_as: 'happened' }).where('action_id', '=', lost).execute()
    await own.store.deleteFrom('targets').execute() // settling lets go of it
    world.faults.clear()
    expect(await ran(incident)).toBe('done')
    expect(first.endDate).toBe('2099-12-24T00:00:00+00:00')
    expect(await incident.counts()).toEqual({ done: 3, moved: 1 })
    expect((await movedIn(incident))[0]?.words).toMatch(/^Change end date.* by Leo since the preview$/)
  }, 60_000)

  test('is seen, too, where an earlier unconfirmed action has been settled as not applied meanwhile', async () => {
    const { first, incident, lost } = await unconfirmedByThePreview()
    await changeAction(own.store, lost, { settled_as: 'did-not-happen' })
    await sentBy(first, 'changeAutochargeStatus', { autochargeStatus: true })
    await incident.piloted()
    expect(first.autoChargeStatus).toBe(true)
    expect(await incident.counts()).toEqual({ done: 1, moved: 1 })
  }, 60_000)

  test('isn’t forgotten where it was done before the preview: then the row goes', async () => {
    const world = new World(1)
    const incident = await drafted(world)
    const only = firstOf(world)
    await sentBy(only, 'changeExpirationDate', { expirationDate: '2099-12-24', reason: 'Goodwill' })
    await (await incident.previewed()).approved()
    await incident.piloted()
    expect(await incident.counts()).toEqual({ done: 1 })
  }, 30_000)

  test('isn’t hidden by a later try that was refused: not from the undo, not from the texts', async () => {
    const world = new World(3)
    const incident = await (await (await drafted(world)).previewed()).approved()
    await incident.piloted()
    expect(await toldRows(incident)).toBe(3)
    const first = firstOf(world)
    for (const autochargeStatus of [true, false]) await sentBy(first, 'changeAutochargeStatus', { autochargeStatus })
    world.faults.set(first.id, 'refused')
    await sentBy(first, 'changeAutochargeStatus', { autochargeStatus: true })
    world.faults.clear()
    expect(await toldRows(incident)).toBe(2)
    const undo = await new TestIncident(own.store, (await planUndo(await incident.by(mia))).id).previewed()
    expect(await undo.counts()).toEqual({ ready: 2, 'left-out changed-since': 1 })
  }, 60_000)

  test.each([
    ['settled as done', 'happened' as const],
    ['acknowledged', null],
  ])(
    'isn’t hidden by it from the preview either, where it was %s: the row is in doubt until somebody looks',
    async (_, as) => {
      const world = new World(3)
      const incident = await drafted(world, { verb: 'changeEndDate', days: 7 })
      world.reading = 'away'
      const first = firstOf(world)
      world.faults.set(first.id, 'lost-done')
      const lost = await sentBy(first, 'changeExpirationDate', { expirationDate: '2099-12-24', reason: 'Goodwill' })
      await own.store.updateTable('actions').set({ settled_as: as }).where('action_id', '=', lost).execute()
      await own.store.deleteFrom('targets').execute()
      world.faults.set(first.id, 'refused')
      await sentBy(first, 'changeAutochargeStatus', { autochargeStatus: false })
      world.faults.clear()
      expect(await (await incident.previewed()).counts()).toEqual({ ready: 2, 'left-out unsettled': 1 })
      world.reading = null
      expect(await (await incident.previewed()).counts()).toEqual({ ready: 3 })
    },
    60_000,
  )

  test('isn’t overlooked where an action that was unconfirmed by the preview is settled as applied', async () => {
    const { incident, lost } = await unconfirmedByThePreview()
    await own.store.updateTable('actions').set({ settled_as: 'happened' }).where('action_id', '=', lost).execute()
    await incident.piloted()
    expect(await incident.counts()).toEqual({ done: 1, moved: 1 })
    expect((await movedIn(incident))[0]?.words).toBe('Turn off autocharge by Leo, known as applied since the preview')
  }, 60_000)

  describe('where a row of it had no answer, was settled as applied, and is refused later', () => {
    async function settled() {
      const world = new World(4)
      const incident = await (await (await drafted(world)).previewed()).approved()
      const first = firstOf(world)
      world.faults.set(first.id, 'lost')
      expect(await ran(incident)).toBe('done')
      world.faults.clear()
      first.autoChargeStatus = false // by the customer
      await seen(first, 'autoChargeStatus', false)
      const change = (values: object) =>
        own.store
          .updateTable('actions')
          .set(values)
          .where('target', '=', `subscription:${first.id}`)
          .where('incident', '=', incident.id)
          .execute()
      await change({ settled_as: 'happened' })
      const plan = async () => new TestIncident(own.store, (await planUndo(await incident.by(mia))).id).previewed()
      return { first, plan, answerLate: () => change({ state: 'refused' }) }
    }

    test('its undo leaves the row alone', async () => {
      const { plan, answerLate } = await settled()
      await answerLate()
      expect(await (await plan()).counts()).toEqual({ ready: 3, 'left-out did-not-happen': 1 })
    }, 60_000)

    test('an undo that was approved before sends nothing for it', async () => {
      const { first, plan, answerLate } = await settled()
      const undo = await (await plan()).approved()
      expect(await undo.counts()).toEqual({ ready: 4 })
      await answerLate()
      expect(await ran(undo)).toBe('done')
      expect(first.autoChargeStatus).toBe(false)
      expect(await undo.counts()).toEqual({ done: 3, moved: 1 })
      expect((await movedIn(undo))[0]?.words).toBe('Was settled as not applied, so nothing is undone.')
    }, 60_000)
  })

  test('rests on no read of its undo’s preview that failed, though none is wanted before sending', async () => {
    const world = new World(3)
    const incident = await (await (await drafted(world, { verb: 'changeEndDate', days: 7 })).previewed()).approved()
    await incident.piloted()
    const undo = new TestIncident(own.store, (await planUndo(await incident.by(mia))).id)
    await editIncident(await undo.by(mia), { readEach: false })
    world.reading = 'refused'
    expect(await (await undo.previewed()).counts()).toEqual({ 'left-out not-known': 3 })
    world.reading = null
    expect(await (await undo.previewed()).counts()).toEqual({ ready: 3 })
  }, 60_000)

  test('leaves an undo nothing to do where it settled a row as not applied, and says so', async () => {
    const world = new World(4)
    const incident = await (await (await drafted(world)).previewed()).approved()
    const first = firstOf(world)
    world.faults.set(first.id, 'lost')
    expect(await ran(incident)).toBe('done')
    await own.store
      .updateTable('actions')
      .set({ settled_as: 'did-not-happen' })
      .where('target', '=', `subscription:${first.id}`)
      .where('incident', '=', incident.id)
      .execute()
    const undo = await new TestIncident(own.store, (await planUndo(await incident.by(mia))).id).previewed()
    expect(await undo.counts()).toEqual({ ready: 3, 'left-out did-not-happen': 1 })
  }, 60_000)
})
