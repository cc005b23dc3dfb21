import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { actionIn, ada, buyerId, commandOf, employ } from './commands-for-tests'
import { type Failing, FailingStorage } from './failing-storage-for-tests'
import { begin } from './intent'
import type { Outcome } from './outcome'
import { catchUp } from './recover'
import {
  hasEndedUnwritten,
  keptOutcome,
  leaveWaiting,
  pendingOutcomes,
  saveUnwrittenOutcome,
  takePending,
} from './unwritten-outcomes'

describe.each(engines)('outcomes that %s couldn’t take', (engine) => {
  let place: OwnPlace

  beforeAll(async () => {
    place = await newPlace(engine)
  })

  beforeEach(async () => {
    startAt(place)
    await employ(await database(), ada)
  })

  afterEach(async () => {
    expect(pendingOutcomes()).toBe(0)
    expect(await verify(await database(), place.DATA_DIR)).toMatchObject({ whole: true })
    await stop()
  })

  afterAll(() => place.remove())

  const refused: Outcome = { state: 'refused', status: 422, body: { code: '2001', detail: 'Not today' }, code: '2001' }

  const unwritable: Outcome = { state: 'done', status: 200, body: {}, code: null, answer: {} }

  /** An action that was sent and refused, which only the file knows; a damaged one can't be written. */
  async function kept({ isDamaged = false } = {}) {
    const call = commandOf('changeExpirationDate', { params: { buyerId, subscriptionId: randomUUID() } })
    const { action } = await begin({ ...call, actionRequest: null })
    if (isDamaged) saveUnwrittenOutcome({ ...action, effect: '{' }, call.body, unwritable)
    else saveUnwrittenOutcome(action, call.body, refused)
    return action
  }
  const stateOf = async ({ action_id }: { action_id: string }) => (await actionIn(await database(), action_id))?.state

  async function restart(): Promise<void> {
    await stop()
    startAt(place)
  }

  /** Two outcomes and one that can't be written, through a catching up that fails somewhere and the next start. Resolves to how many writes it took. */
  async function catchUpWith(storage: FailingStorage, failing: Failing | null): Promise<number> {
    const damaged = await kept({ isDamaged: true })
    const actions = [await kept(), await kept()]
    storage.arm(failing)
    await catchUp().catch(() => {}) // what it says is logged
    const { writes } = storage
    storage.arm(null)
    if (failing?.times === 'once') expect(readdirSync(place.DATA_DIR).join(' ')).not.toContain('pending.new')
    await restart()
    await catchUp()
    const about = JSON.stringify(failing)
    expect([await Promise.all(actions.map(stateOf)), pendingOutcomes()], about).toEqual([['refused', 'refused'], 1])
    leaveWaiting(takePending(), [])
    saveUnwrittenOutcome(damaged, null, refused)
    await catchUp()
    return writes
  }

  test.each([
    { times: 'once', when: 'before' },
    { times: 'once', when: 'after' },
    { times: 'for ever', when: 'before' },
    { times: 'for ever', when: 'after' },
  ] as const)(
    'survive a write that fails $times, $when it is done, at every write of catching up, and then the end of the process',
    async (failing) => {
      const storage = new FailingStorage()
      try {
        const writes = await catchUpWith(storage, null)
        expect(writes).toBeGreaterThan(6)
        for (let at = 1; at <= writes; at += 1) await catchUpWith(storage, { ...failing, at })
      } finally {
        storage.remove()
      }
    },
  )

  test('aren’t held up by a line that nobody can read and that can’t be put aside', async () => {
    appendFileSync(join(place.DATA_DIR, 'journal-pending'), 'half a li')
    const action = await kept()
    const aside = join(place.DATA_DIR, 'journal-pending.unreadable')
    mkdirSync(aside)
    await catchUp()
    expect([await stateOf(action), pendingOutcomes()]).toEqual(['refused', 1])
    rmSync(aside, { recursive: true })
    await catchUp()
  })

  test('aren’t lost with a file that can’t be read for a while, and are counted meanwhile', async () => {
    const action = await kept()
    await restart() // so that only the file knows it
    const file = join(place.DATA_DIR, 'journal-pending')
    renameSync(file, `${file}.aside`)
    mkdirSync(file) // to anybody who reads it, as one without the right to
    await catchUp()
    expect([await stateOf(action), pendingOutcomes()]).toEqual(['sent', 1])
    const later = await kept() // by this process alone
    await catchUp()
    expect([await stateOf(later), pendingOutcomes()]).toEqual(['refused', 1])
    rmSync(file, { recursive: true })
    renameSync(`${file}.aside`, file)
    await catchUp()
    expect(await stateOf(action)).toBe('refused')
  })

  test('go on being known, and are written, by the process that has them while its file can’t be read', async () => {
    const action = await kept()
    const file = join(place.DATA_DIR, 'journal-pending')
    renameSync(file, `${file}.aside`)
    mkdirSync(file)
    expect(hasEndedUnwritten(action)).toBe(true)
    expect(keptOutcome(action.action_id)).toMatchObject({ state: 'refused' })
    await catchUp()
    expect(await stateOf(action)).toBe('refused')
    rmSync(file, { recursive: true })
    renameSync(`${file}.aside`, file)
    await catchUp()
  })

  test('are written by whichever of two processes that share the folder comes first, and once', async () => {
    const actions = [await kept(), await kept()]
    const [mine, theirs] = [takePending(), takePending()]
    await catchUp()
    leaveWaiting(theirs, theirs.waiting) // the other process had found the database busy
    leaveWaiting(mine, [])
    await catchUp()
    expect(await Promise.all(actions.map(stateOf))).toEqual(['refused', 'refused'])
  })
})
