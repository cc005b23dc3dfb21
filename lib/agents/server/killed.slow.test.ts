import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, employ, entriesOf, personCalled } from '@/lib/commands/server/commands-for-tests'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { tidyJournal } from '@/lib/commands/server/recover'
import { type Answering, done, refuse, reset, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { withoutReads } from '@/lib/testing/environment'
import type { Press } from './press-victim-for-tests'
import { makeToken } from './tokens'

// KILLS=100 SEED=7 npx vitest run lib/agents/server/killed.slow.test.ts
const kills = Number(process.env.KILLS ?? 6)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const limits = { readsAMinute: 100_000, proposalsAnHour: 100_000, waitingMost: 100_000 }

describe.each(engines)(`proposals are pressed by two people, killed ${kills} times on %s (seed ${seed})`, (engine) => {
  const random = randomFrom(seed)
  const service = new ServiceForTests()
  const received: string[] = []
  const applied = new Set<string>()
  const notUsedUp: string[] = []
  let place: OwnPlace
  let witness: Database

  /** What is counted until the process is killed: presses, or commands that arrived. */
  const whenToKill = { at: 'press' as 'press' | 'arrival', left: 0, afterMs: 0, kill: () => {} }
  function count(at: 'press' | 'arrival'): void {
    if (at !== whenToKill.at) return
    whenToKill.left -= 1
    if (whenToKill.left === 0) setTimeout(whenToKill.kill, whenToKill.afterMs)
  }

  const unsteady: Answering = async (request, response) => {
    const key = String(request.body.reason ?? String(request.body.email).split('@')[0])
    received.push(key)
    if ((await rowOf(key))?.state !== 'approved') notUsedUp.push(key)
    count('arrival')
    const chance = random()
    if (chance < 0.2) return refuse(request, response)
    if (chance < 0.3) return reset(request, response)
    applied.add(key)
    if (chance < 0.4) return reset(request, response)
    if (chance < 0.7) await wait(random() * 30)
    return done(request, response)
  }

  const rowOf = (key: string) => witness.selectFrom('approvals').selectAll().where('proposal_key', '=', key).executeTakeFirst()

  beforeAll(
    async () => {
      place = await newPlace(engine)
      witness = await openDatabase(place)
      await employ(witness, ada, personCalled('Max', 'manager'))
      service.answering = unsteady
      const patience = { SERVICE_WRITE_PATIENCE_MS: '200', SERVICE_WRITE_LIMIT_MS: '2000' }
      const environment = { ...withoutReads, ...patience, SERVICE_URL: await service.start() }
      startAt(place, environment)
      const given = { name: 'a-bot', accountId: ada.accountId, merchants: ['northwind'], scopes: ['read', 'propose'], days: 1 }
      const { token } = await makeToken(somebody('an-admin', 'admin'), { ...given, scopes: ['read', 'propose'], ...limits })
      await stop()
      const script = await bundled('lib/agents/server/press-victim-for-tests.ts')
      let pressed: Press[] = []
      for (let turn = 0; turn < kills; turn += 1) {
        const left = 1 + Math.floor(random() * 12)
        Object.assign(whenToKill, { at: random() < 0.7 ? 'press' : 'arrival', left, afterMs: random() * 40 })
        const more = { SEED: String(seed + turn), TOKEN: token, AGAIN: JSON.stringify(pressed) }
        pressed = []
        const victim = forked(script, place, { ...environment, ...more })
        whenToKill.kill = () => void victim.kill('SIGKILL')
        victim.on('message', (presses: Press[]) => {
          pressed = [...pressed, ...presses].slice(-6)
          count('press')
        })
        const [code, signal] = await once(victim, 'exit')
        if (signal !== 'SIGKILL') throw new Error(`A process ended by itself with ${code}`)
      }
      rmSync(script)
      startAt(place, environment)
      await tidyJournal()
    },
    10_000 + kills * 20_000,
  )

  afterAll(async () => {
    await service.stop()
    await stop()
    await witness.destroy()
    await place.remove()
  })

  const proposals = () => witness.selectFrom('approvals').selectAll().execute()
  const actions = () => witness.selectFrom('actions').selectAll().execute()

  test('what the service received was used up before, and was received once', () => {
    expect(received.length).toBeGreaterThanOrEqual(kills)
    expect(notUsedUp).toEqual([])
    expect(received.filter((key, index) => received.indexOf(key) !== index)).toEqual([])
  })

  test('a proposal is used up exactly when its action was begun', async () => {
    const begun = new Set((await actions()).map(({ action_id }) => action_id))
    const rows = await proposals()
    expect(rows.filter(({ state, action_id }) => (state === 'approved') !== begun.has(action_id))).toEqual([])
    expect(begun.size).toBe(rows.filter(({ state }) => state === 'approved').length)
  })

  test('every action has an end, and done, refused and not-sent are true', async () => {
    const keyOf = new Map((await proposals()).map(({ action_id, proposal_key }) => [action_id, proposal_key ?? '']))
    const keys = async (...states: string[]) =>
      (await actions()).filter(({ state }) => states.includes(state)).map(({ action_id }) => keyOf.get(action_id) ?? action_id)
    expect(await keys('sent')).toEqual([])
    expect((await keys('done')).filter((key) => !applied.has(key))).toEqual([])
    expect((await keys('refused', 'not-sent')).filter((key) => applied.has(key))).toEqual([])
  })

  test('every proposal has one story in a journal that is whole', async () => {
    for (const { action_id } of await proposals())
      expect((await entriesOf(witness, action_id)).join(' ')).toMatch(
        /^proposed( pressed intent outcome( late-outcome)?| proposal-declined)?$/,
      )
    expect(await verify(witness, place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
