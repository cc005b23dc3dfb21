import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { employ } from '@/lib/commands/server/commands-for-tests'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { closeAbandoned } from '@/lib/commands/server/recover'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { type Fault, leo, mia, TestIncident, World } from './world-for-tests'

// KILLS=10 ROWS=1000 SEED=7 npx vitest run lib/incidents/server/killed.slow.test.ts
const kills = Number(process.env.KILLS ?? 3)
const count = Number(process.env.ROWS ?? 60)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const kinds: Fault[] = ['refused', 'other-refusal', 'lost', 'lost-done', '500', 'slow']

describe.each(engines)(`${count} rows, two copies, killed ${kills} times, on %s (seed ${seed})`, (engine) => {
  const random = randomFrom(seed)
  const service = new ServiceForTests()
  const world = new World(count)
  const environment = {
    SERVICE_URL: '',
    SERVICE_WRITE_PATIENCE_MS: '1000',
    SERVICE_WRITE_LIMIT_MS: '2000',
    INCIDENT_RATE_MAX: '100',
  }
  beforeAll(async () => {
    environment.SERVICE_URL = await service.start()
  })
  const own = new OwnDatabase(engine)
  let incident: TestIncident
  let script: string

  beforeAll(
    async () => {
      await own.start(environment)
      await employ(own.store, mia, leo)
      service.answering = world.answering
      await world.note(own.store)
      const ids = world.all.map(({ id }) => id)
      incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids, 100)).previewed()
      await (await (await incident.approved()).piloted()).lookedAt()
      vi.useRealTimers()
      for (const { id } of world.all)
        if (!world.arrived.some((each) => each.id === id) && random() < 0.05)
          world.faults.set(id, kinds[Math.floor(random() * kinds.length)] ?? 'lost')
      script = await bundled('lib/incidents/server/victim-for-tests.ts')
      await tenTimes()
    },
    60_000 + kills * 20_000 + count * 200,
  )
  afterAll(async () => {
    rmSync(script)
    await service.stop()
  })

  /** Two copies work; one of them is killed so often, and another begun. A run that pauses by itself is told to go on. */
  async function tenTimes(): Promise<void> {
    const copies = [forked(script, own.place, environment), forked(script, own.place, environment)]
    let left = kills
    let until = nextKill()
    for (;;) {
      const { state } = await incident.row()
      if (state === 'done' && (await openActions()) === 0) break
      if (state === 'paused') await incident.resumed()
      if (left > 0 && world.arrived.length >= until) {
        const victim = copies.shift() as ChildProcess
        victim.kill('SIGKILL')
        await once(victim, 'exit')
        copies.push(forked(script, own.place, environment))
        left -= 1
        until = nextKill()
      }
      await closeAbandoned()
      await wait(50)
    }
    expect(left).toBe(0)
    for (const copy of copies) {
      copy.kill('SIGKILL')
      await once(copy, 'exit')
    }
  }

  const nextKill = () => world.arrived.length + 1 + Math.floor((random() * (count - 10 - world.arrived.length)) / (kills + 1))

  async function openActions(): Promise<number> {
    const rows = await own.store.selectFrom('actions').select('action_id').where('state', '=', 'sent').execute()
    return rows.length
  }

  const outcomes = async () => {
    const rows = await own.store.selectFrom('incident_rows').selectAll().where('incident', '=', incident.id).execute()
    return new Map(rows.map((row) => [row.target.slice('subscription:'.length), row]))
  }

  test('no target gets two commands of one run', () => {
    expect(world.arrived.length).toBe(new Set(world.arrived.map(({ id }) => id)).size)
  })

  test('what is told is what was applied, and what nobody knows is unconfirmed', async () => {
    const rows = await outcomes()
    expect(rows.size).toBe(count)
    for (const subscription of world.all) {
      const row = rows.get(subscription.id)
      expect(['done', 'refused', 'unconfirmed', 'not-sent']).toContain(row?.state)
      if (row?.state === 'done') expect([subscription.id, subscription.autoChargeStatus]).toEqual([subscription.id, false])
      if (row?.state === 'refused' || row?.state === 'not-sent')
        expect([subscription.id, subscription.autoChargeStatus]).toEqual([subscription.id, true])
    }
    const arrived = new Set(world.arrived.map(({ id }) => id))
    for (const [id, { state }] of rows)
      if (state === 'done' || state === 'refused') expect([id, arrived.has(id)]).toEqual([id, true])
  })

  test('every row has one action, of which its buyer’s page tells, and the journal is whole', async () => {
    const actions = await own.store.selectFrom('actions').selectAll().where('incident', '=', incident.id).execute()
    const rows = await outcomes()
    const sent = [...rows.values()].filter(({ state }) => state !== 'not-sent')
    expect(actions.length).toBe(new Set(actions.map(({ target }) => target)).size)
    expect(actions.filter(({ state }) => state === 'sent')).toEqual([])
    for (const { action_id, state } of sent) {
      const action = actions.find((each) => each.action_id === action_id)
      if (state === 'unconfirmed')
        expect(action?.answer).not.toBeNull() // an answer may still come late
      else expect(action?.state).toBe(state)
    }
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
