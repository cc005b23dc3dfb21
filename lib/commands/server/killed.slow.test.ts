import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { withoutReads } from '@/lib/testing/environment'
import { ada, employ, entriesOf, personCalled } from './commands-for-tests'
import { bundled, forked } from './racers-for-tests'
import { tidyJournal } from './recover'
import { type Answering, answer, done, refuse, reset, ServiceForTests } from './service-for-tests'

// KILLS=100 SEED=7 npx vitest run lib/commands/server/killed.slow.test.ts
const kills = Number(process.env.KILLS ?? 6)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

describe.each(engines)(`killed ${kills} times on %s (seed ${seed}; F20, F21)`, (engine) => {
  const random = randomFrom(seed)
  const service = new ServiceForTests()
  const received: string[] = []
  const applied = new Set<string>()
  const withoutIntent: string[] = []
  let place: OwnPlace
  let witness: Database

  /** The moment after an arrival at which the process is killed, and how many arrivals it is granted until then. */
  const whenToKill = { arrivals: 0, afterMs: 0, kill: () => {} }

  const unsteady: Answering = async (request, response) => {
    const actionId = String(request.body.reason ?? String(request.body.email).split('@')[0])
    received.push(actionId)
    if (!(await entriesOf(witness, actionId)).includes('intent')) withoutIntent.push(actionId)
    whenToKill.arrivals -= 1
    if (whenToKill.arrivals === 0) setTimeout(whenToKill.kill, whenToKill.afterMs)
    const chance = random()
    if (chance < 0.2) return refuse(request, response)
    if (chance < 0.3) return reset(request, response)
    applied.add(actionId)
    if (chance < 0.4) return reset(request, response)
    if (chance < 0.5) return answer(response, 500, {})
    if (chance < 0.7) await wait(random() * 30)
    return done(request, response)
  }

  beforeAll(
    async () => {
      place = await newPlace(engine)
      witness = await openDatabase(place)
      await employ(witness, ada, personCalled('Max', 'manager'))
      service.answering = unsteady
      const patience = { SERVICE_WRITE_PATIENCE_MS: '200', SERVICE_WRITE_LIMIT_MS: '2000' }
      const environment = { ...withoutReads, SERVICE_URL: await service.start(), ...patience }
      const script = await bundled('lib/commands/server/victim-for-tests.ts')
      for (let turn = 0; turn < kills; turn += 1) {
        Object.assign(whenToKill, { arrivals: 1 + Math.floor(random() * 25), afterMs: random() * 12 })
        const victim = forked(script, place, { ...environment, SEED: String(seed + turn) })
        whenToKill.kill = () => void victim.kill('SIGKILL')
        const [code, signal] = await once(victim, 'exit')
        if (signal !== 'SIGKILL') throw new Error(`A process ended by itself with ${code}`)
      }
      rmSync(script)
      startAt(place, environment)
      await tidyJournal()
    },
    10_000 + kills * 15_000,
  )

  afterAll(async () => {
    await service.stop()
    await stop()
    await witness.destroy()
    await place.remove()
  })

  test('every command that the service received has an intent that was committed before', () => {
    expect(received.length).toBeGreaterThanOrEqual(kills)
    expect(withoutIntent).toEqual([])
  })

  test('no command was received twice', () => {
    expect(received.filter((actionId, index) => received.indexOf(actionId) !== index)).toEqual([])
  })

  test('every action has an end, and done, refused and not-sent are true', async () => {
    const actions = await witness.selectFrom('actions').select(['action_id', 'state', 'operation']).execute()
    const ids = (...states: string[]) => actions.filter(({ state }) => states.includes(state)).map(({ action_id }) => action_id)
    expect(ids('sent')).toEqual([])
    expect(ids('done').filter((actionId) => !applied.has(actionId))).toEqual([])
    expect(ids('refused', 'not-sent').filter((actionId) => applied.has(actionId))).toEqual([])
    expect(received.filter((actionId) => !actions.some(({ action_id }) => action_id === actionId))).toEqual([])
  })

  test('every intent has one final outcome', async () => {
    for (const { action_id } of await witness.selectFrom('actions').select('action_id').execute()) {
      const kinds = (await entriesOf(witness, action_id)).join(' ')
      expect(kinds).toMatch(/^(approval-asked approved )?intent outcome( late-outcome)?$/)
    }
  })

  test('an approval is used up exactly when its action was begun', async () => {
    const approvals = await witness.selectFrom('approvals').select(['action_id', 'state']).execute()
    const begun = new Set((await witness.selectFrom('actions').select('action_id').execute()).map(({ action_id }) => action_id))
    expect(approvals.some(({ state }) => state === 'approved')).toBe(true)
    expect(approvals.filter(({ action_id, state }) => (state === 'approved') !== begun.has(action_id))).toEqual([])
  })

  test('the chain is whole', async () => {
    expect(await verify(witness, place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
