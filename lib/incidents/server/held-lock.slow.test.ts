import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { pendingOutcomes } from '@/lib/commands/server/unwritten-outcomes'
import { engines } from '@/lib/database/engines-for-tests'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import { log } from '@/lib/platform/log'
import * as steps from './steps'
import { mia, ownDesk, TestIncident, World } from './world-for-tests'

// Another program keeps the database from being written while a run is on.

const atOnce = 8
const patient = { SERVICE_WRITE_PATIENCE_MS: '60000', SERVICE_WRITE_LIMIT_MS: '60000' }
const within = (timeout: number) => ({ timeout, interval: 50 })

describe.each(engines)('a run whose database %s is locked for a while', (engine) => {
  const { own, service } = ownDesk(engine, [], patient)

  async function running(world: World, rate: number): Promise<TestIncident> {
    service.answering = world.answering
    await world.note(own.store)
    const ids = world.all.map(({ id }) => id)
    const draft = await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids, rate)
    return (await (await (await draft.previewed()).approved()).piloted()).lookedAt()
  }

  test('begins nothing more until it knows what became of the rows that were answered meanwhile', async () => {
    const world = new World(40)
    const incident = await running(world, 20)
    for (const { id } of world.all) world.faults.set(id, 'keys')
    const tried = world.arrived.length
    let letGo: (() => Promise<void>) | undefined
    world.hear = async () => {
      world.hear = () => {}
      letGo = await holdWriteLock(own.place)
    }
    const work = incident.work()
    await vi.waitFor(() => expect(pendingOutcomes()).toBeGreaterThan(0), within(20_000))
    await letGo?.()
    expect(await work).toBe('paused')
    expect(await incident.row()).toMatchObject({ paused_as: 'breaker', paused_why: 'The service refused our keys' })
    expect(world.arrived.length - tried).toBeLessThanOrEqual(atOnce)
    expect(await incident.counts()).toMatchObject({ 'refused keys-refused': world.arrived.length - tried })
    expect(pendingOutcomes()).toBe(0)
  }, 60_000)

  test('has no more commands on the wire than ever where it has to begin its turn anew', async () => {
    const world = new World(40)
    const incident = await running(world, 5)
    const told = vi.spyOn(log, 'error')
    let answerAll = () => {}
    const answered = new Promise<void>((done) => (answerAll = done))
    let [open, most] = [0, 0]
    world.hear = async () => {
      most = Math.max(most, ++open)
      await answered
      open -= 1
    }
    const work = incident.work()
    await vi.waitFor(() => expect(open).toBeGreaterThanOrEqual(3), within(20_000))
    const letGo = await holdWriteLock(own.place)
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.anything(), 'incident_not_worked_on'), within(60_000))
    const before = await heldUntil()
    await letGo()
    // The next turn takes the work, and keeps it for longer than it takes to begin more than may be on the wire.
    const taken = await vi.waitFor(() => laterThan(before), within(20_000))
    await vi.waitFor(() => laterThan(taken), within(20_000))
    answerAll()
    expect(await work).toBe('done')
    expect(most).toBeLessThanOrEqual(atOnce)
    expect(new Set(world.arrived.map(({ id }) => id)).size).toBe(40)
    expect(world.arrived).toHaveLength(40)

    async function heldUntil(): Promise<string> {
      const work = own.store.selectFrom('incident_work').select('until').where('incident', '=', incident.id)
      return (await work.executeTakeFirstOrThrow()).until
    }
    async function laterThan(before: string): Promise<string> {
      const until = await heldUntil()
      expect(until > before).toBe(true)
      return until
    }
  }, 130_000)

  test('stays with whoever has it where another can’t be taken', async () => {
    const [world, others] = [new World(8), new World(4)]
    service.answering = others.answering
    await others.note(own.store)
    const ids = others.all.map(({ id }) => id)
    const other = await (await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()).approved()
    const incident = await running(world, 5)
    service.answering = (request, response) =>
      (world.all.some(({ buyerId }) => request.path.includes(buyerId)) ? world : others).answering(request, response)
    const told = vi.spyOn(log, 'warn')
    let answerAll = () => {}
    const answered = new Promise<void>((done) => (answerAll = done))
    let isOpen = false
    world.hear = () => {
      isOpen = true
      return answered
    }
    const work = incident.work()
    await vi.waitFor(() => expect(isOpen).toBe(true), within(20_000))
    const mend = await refuseWorkOn(other.id)
    await steps.startPilot(await other.by(mia))
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.anything(), 'incidents_not_taken'), within(20_000))
    answerAll()
    await mend()
    expect(await work).toBe('done')
    expect(await other.row()).toMatchObject({ state: 'look' })
  }, 60_000)

  /** Nobody can take an incident's work until what this returns is called. */
  async function refuseWorkOn(id: string): Promise<() => Promise<void>> {
    const run = async (statement: string) => void (await sql.raw(statement).execute(own.store))
    if (engine === 'SQLite') {
      await run(
        `create trigger refused before update on incident_work when new.incident = '${id}' begin select raise(abort, 'refused'); end`,
      )
      return () => run('drop trigger refused')
    }
    await run(`create function refused() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`)
    await run(
      `create trigger refused before update on incident_work for each row when (new.incident = '${id}') execute function refused()`,
    )
    return () => run('drop trigger refused on incident_work')
  }
})
