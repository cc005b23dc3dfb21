import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandOf, employ } from '@/lib/commands/server/commands-for-tests'
import { perform } from '@/lib/commands/server/perform'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import * as steps from './steps'
import { leo, mia, TestIncident, World } from './world-for-tests'

// ROWS=10000 SENT=300 npx vitest run lib/incidents/server/figures.slow.test.ts
const previewed = Number(process.env.ROWS ?? 1_000)
const sent = Number(process.env.SENT ?? 60)
const others = 4 * sent
const rate = 5

// What it measures depends on what else the machine does, so it's run by hand.
describe.runIf(process.env.ROWS).each(engines)('what an incident costs, with two copies, on %s', (engine) => {
  const service = new ServiceForTests()
  const world = new World(previewed + 2 * sent + others)
  const [big, first, second, rest] = [
    world.all.slice(0, previewed),
    world.all.slice(previewed, previewed + sent),
    world.all.slice(previewed + sent, previewed + 2 * sent),
    world.all.slice(previewed + 2 * sent),
  ]
  const own = new OwnDatabase(engine)
  const copies: ChildProcess[] = []
  let script: string
  // The heap may not grow before it's cleaned: what's measured then is what a preview needs.
  const environment = { SERVICE_URL: '', NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=48' }

  beforeAll(async () => {
    environment.SERVICE_URL = await service.start()
    await own.start(environment)
    await employ(own.store, mia, leo)
    service.answering = world.answering
    await world.note(own.store)
    script = await bundled('lib/incidents/server/victim-for-tests.ts')
    copies.push(forked(script, own.place, environment))
  }, 60_000)
  afterAll(async () => {
    vi.useRealTimers()
    for (const copy of copies) {
      copy.kill('SIGKILL')
      await once(copy, 'exit')
    }
    rmSync(script)
    await service.stop()
  })

  const draft = (rows: typeof first) =>
    TestIncident.draft(
      own.store,
      { verb: 'autochargeOff' },
      rows.map(({ id }) => id),
      rate,
    )

  /** Waits until the copies have brought an incident so far. */
  const reaches = (incident: TestIncident, state: string, timeout = 60_000) =>
    expect.poll(async () => (await incident.row()).state, { timeout, interval: 50 }).toBe(state)

  /** Bytes that a copy has in memory; 0 where the system doesn't tell. */
  const memoryOf = (copy: ChildProcess | undefined) => {
    const file = `/proc/${copy?.pid}/statm`
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) * 4_096 : 0
  }

  test(`${previewed} rows are previewed within 20 s for 10,000, and 20 MB more memory`, async () => {
    // The copy’s heap has its working size from a few previews on; the rest is what more rows need.
    for (let round = 0; round < 4; round += 1) {
      const warm = await draft(big.slice(0, 1_000))
      await steps.askForPreview(await warm.by(mia))
      await reaches(warm, 'previewed')
    }
    const incident = await draft(big)
    const before = memoryOf(copies[0])
    let highest = before
    const from = performance.now()
    await steps.askForPreview(await incident.by(mia))
    while ((await incident.row()).state !== 'previewed') {
      highest = Math.max(highest, memoryOf(copies[0]))
      await wait(50)
    }
    const seconds = (performance.now() - from) / 1_000
    const megabytes = (highest - before) / 2 ** 20
    console.log(`${engine}: ${previewed} rows previewed in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB more memory`)
    expect(seconds).toBeLessThan(20)
    expect(megabytes).toBeLessThan(20)
  }, 120_000)

  /** How long others’ commands take, one after the other, in milliseconds. */
  async function othersTake(some: typeof rest): Promise<number[]> {
    const took: number[] = []
    for (const { id: subscriptionId, buyerId } of some) {
      const from = performance.now()
      await perform(commandOf('changeAutochargeStatus', { person: leo, params: { buyerId, subscriptionId } }))
      took.push(performance.now() - from)
      await wait(50)
    }
    return took
  }

  const p95 = (took: readonly number[]) => took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN

  /** Rows a second: the slope of all arrivals, so that no single late one tells. */
  function slope(times: readonly number[]): number {
    const middle = (times.length - 1) / 2
    const mean = times.reduce((sum, at) => sum + at, 0) / times.length
    const over = times.reduce((sum, at, place) => sum + (place - middle) * (at - mean), 0)
    const under = times.reduce((sum, _, place) => sum + (place - middle) ** 2, 0)
    return 1_000 / (over / under)
  }

  test(
    'two incidents of one account keep its rate together within 1%, and others’ commands hardly take longer',
    async () => {
      copies.push(forked(script, own.place, environment))
      const desks = [await draft(first), await draft(second)] as const
      for (const incident of desks) {
        await steps.askForPreview(await incident.by(mia))
        await reaches(incident, 'previewed')
        await steps.startPilot(await (await incident.approved()).by(mia))
        await reaches(incident, 'look')
      }
      const before = await othersTake(rest.slice(0, others / 4))
      const started = world.arrived.length
      for (const incident of desks) await incident.lookedAt()
      vi.useRealTimers()
      const [busy] = await Promise.all([
        othersTake(rest.slice(others / 2)),
        ...desks.map((incident) => reaches(incident, 'done', sent * 400)),
      ])
      const mine = new Set([...first, ...second].map(({ id }) => id))
      const times = world.arrived.slice(started).flatMap(({ id, at }) => (mine.has(id) ? [at] : []))
      expect(times).toHaveLength(2 * (sent - 3))
      const idle = p95([...before, ...(await othersTake(rest.slice(others / 4, others / 2)))])
      const kept = slope(times)
      const took = `others’ p95 ${p95(busy).toFixed(1)} ms, idle ${idle.toFixed(1)} ms`
      console.log(`${engine}: ${kept.toFixed(3)} a second of ${rate}; ${took}`)
      expect(Math.abs(kept / rate - 1)).toBeLessThan(0.01)
    },
    60_000 + sent * 500,
  )
})
