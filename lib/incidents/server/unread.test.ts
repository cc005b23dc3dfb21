import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { countLock } from '@/lib/database/patience'
import { listSubscriptions } from '@/lib/operations/queries'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { markReadUnavailable } from '@/lib/service/account-state'
import type { IncidentCommand } from '../command'
import { firstOf } from './runs-for-tests'
import { planUndo } from './undo'
import { mia, ownDesk, TestIncident, World } from './world-for-tests'

const later7: IncidentCommand = { verb: 'changeEndDate', days: 7 }
const moved = '2099-12-24T12:00:00+00:00'

describe.each(engines)('what no read has confirmed on %s', (engine) => {
  const { own, service } = ownDesk(engine, ['directory_keys', 'facts', 'targets', 'incident_paces'])

  async function approved(world: World): Promise<TestIncident> {
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    return (await (await TestIncident.draft(own.store, later7, ids)).previewed()).approved()
  }

  const undoOf = async (incident: TestIncident) => new TestIncident(own.store, (await planUndo(await incident.by(mia))).id)
  /** As one refused read of any buyer leaves it for ten minutes. */
  const rest = () => markReadUnavailable(merchantByCode('northwind'), listSubscriptions)
  const wordsOf = ({ id }: TestIncident, state: 'not-sent' | 'moved') =>
    own.store.selectFrom('incident_rows').select('words').where('incident', '=', id).where('state', '=', state).execute()

  test('isn’t sent while the read rests that the account has had: the run pauses at once', async () => {
    const world = new World(12)
    const incident = await approved(world)
    for (const each of world.all) each.endDate = moved
    rest()
    await incident.piloted()
    expect(await incident.row()).toMatchObject({
      state: 'paused',
      paused_as: 'breaker',
      paused_why: 'The service isn’t responding, or refuses reads',
    })
    expect(world.arrived).toEqual([])
    expect((await wordsOf(incident, 'not-sent'))[0]?.words).toMatch(/^It couldn’t be read first: Reading is off for ten minutes/)
    expect(world.all.every(({ endDate }) => endDate === moved)).toBe(true)
  }, 30_000)

  test('isn’t undone while the read rests, however often it’s previewed', async () => {
    const world = new World(3)
    const incident = await approved(world)
    await incident.piloted()
    const undo = await undoOf(incident)
    rest()
    for (const _ of [1, 2]) expect(await (await undo.previewed()).counts()).toEqual({ 'left-out not-known': 3 })
  }, 30_000)

  test('isn’t sent then either where a row itself is known from elsewhere', async () => {
    const world = new World(3)
    const incident = await approved(world)
    const first = firstOf(world)
    await own.store.updateTable('facts').set({ source: 'import' }).where('buyer_id', '=', first.buyerId).execute()
    rest()
    await incident.piloted()
    expect(world.arrived).toEqual([])
  }, 30_000)

  test('goes all the same where the account has never had the read, and loses no row to finding that out', async () => {
    const world = new World(5)
    const incident = await approved(world)
    await own.store.updateTable('facts').set({ source: 'import' }).execute()
    world.reading = 'forbidden'
    await (await incident.piloted()).lookedAt()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 5 })
    expect(await (await (await undoOf(incident)).previewed()).counts()).toEqual({ ready: 5 })
  }, 30_000)

  test('isn’t undone where its own answer told another end date than was sent', async () => {
    const world = new World(3)
    const incident = await approved(world)
    const first = firstOf(world)
    world.meanwhile = (each) => {
      if (each.id === first.id) each.endDate = moved
    }
    await incident.piloted()
    expect(await (await (await undoOf(incident)).previewed()).counts()).toEqual({ ready: 2, 'left-out changed-since': 1 })
  }, 30_000)

  test('isn’t sent or undone where the list that was read lacks it', async () => {
    const world = new World(5)
    const incident = await approved(world)
    const first = firstOf(world)
    world.unlisted.add(first.id)
    await (await incident.piloted()).lookedAt()
    expect(await incident.work()).toBe('done')
    expect(await incident.counts()).toEqual({ done: 4, moved: 1 })
    expect(await wordsOf(incident, 'moved')).toEqual([{ words: 'The service doesn’t list it for this buyer' }])
    const [, second] = world.all
    world.unlisted.add(second?.id ?? '')
    const undo = await (await undoOf(incident)).previewed()
    expect(await undo.counts()).toEqual({ ready: 3, 'left-out not-found': 1, 'left-out was-moved': 1 })
  }, 60_000)

  test('isn’t sent while what was read can’t be kept, and is compared with it once it can', async () => {
    const world = new World(3)
    const incident = await approved(world)
    for (const each of world.all) each.endDate = moved // by the customers
    countLock(Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })) // as somebody's note has just found it
    await incident.piloted()
    expect(world.arrived).toEqual([])
    expect(await incident.counts()).toEqual({ moved: 3 })
    const tries = await own.store.selectFrom('incident_rows').select('tries').where('incident', '=', incident.id).execute()
    expect(tries.map((row) => row.tries)).toEqual([0, 0, 0]) // it waited for nobody's action
  }, 30_000)

  test('isn’t undone where only an event has settled it: that doesn’t say who set it', async () => {
    const world = new World(3)
    const incident = await approved(world)
    const first = firstOf(world)
    world.faults.set(first.id, 'lost-done')
    await incident.piloted()
    world.faults.clear()
    const settle = (settled_how: 'event' | 'checked') =>
      own.store
        .updateTable('actions')
        .set({ settled_as: 'happened', settled_how })
        .where('target', '=', `subscription:${first.id}`)
        .where('incident', '=', incident.id)
        .execute()
    await settle('event')
    expect(await (await (await undoOf(incident)).previewed()).counts()).toEqual({ ready: 2, 'left-out settled-by-event': 1 })
    await settle('checked')
    expect(await (await (await undoOf(incident)).previewed()).counts()).toEqual({ ready: 3 })
  }, 60_000)
})
