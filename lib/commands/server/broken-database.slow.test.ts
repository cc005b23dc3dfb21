import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ServiceProblem } from '@/lib/core/problem'
import { breakagesOf } from '@/lib/database/breaking-for-tests'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { foundWritable, wasUnwritable } from '@/lib/database/patience'
import { verify } from '@/lib/journal/verify'
import { readiness } from '@/lib/status/server/readiness'
import { actionIn, ada, buyerId, commandOf, employ, entriesOf } from './commands-for-tests'
import { perform } from './perform'
import { catchUp, closeAbandoned } from './recover'
import { answer, done, ServiceForTests } from './service-for-tests'
import { takeTarget } from './target'
import { leaveWaiting, pendingOutcomes, saveUnwrittenOutcome, takePending } from './unwritten-outcomes'

const long = 'x'.repeat(50_000) // more than the free room inside a database file
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fulfilled',
    (cause: unknown) => (cause instanceof ServiceProblem ? cause.problem.code : cause),
  )

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  let service: ServiceForTests
  let url: string

  beforeAll(async () => {
    place = await newPlace(engine)
  })

  beforeEach(async () => {
    service = new ServiceForTests()
    url = await service.start()
    startAt(place, { SERVICE_URL: url, SERVICE_WRITE_PATIENCE_MS: '5000', SERVICE_WRITE_LIMIT_MS: '5000' })
    await employ(await database(), ada)
  })

  afterEach(async () => {
    await service.stop()
    expect(await verify(await database(), place.DATA_DIR)).toMatchObject({ whole: true })
    await stop()
  })

  afterAll(() => place.remove())

  const fresh = () =>
    commandOf('changeExpirationDate', {
      params: { buyerId, subscriptionId: randomUUID() },
      body: { expirationDate: '2027-03-01', reason: long },
    })

  describe.each(breakagesOf(engine))('with a database that is $name (F18, F19)', (breakage) => {
    test('nothing is sent without an intent, and the same command goes through once it is mended', async () => {
      const call = fresh()
      await breakage.break(place)
      expect(await kindOf(perform(call))).toBe('journal_unavailable')
      expect(service.received).toHaveLength(0)
      await breakage.mend(place)
      expect((await perform(call)).headers.get('x-outcome')).toBe('done')
      expect(service.received).toHaveLength(1)
    })

    test('an outcome that cannot be written is told as it is, kept in a file and written later', async () => {
      service.answering = async (_, response) => {
        await breakage.break(place)
        answer(response, 422, { code: '2001', message: long, traceId: 't-1', errors: [] })
      }
      const call = fresh()
      const response = await perform(call)
      expect([response.status, response.headers.get('x-outcome')]).toEqual([422, 'refused'])
      expect(pendingOutcomes()).toBe(1)
      await catchUp()
      expect(pendingOutcomes()).toBe(1)
      await breakage.mend(place)
      await catchUp()
      expect(pendingOutcomes()).toBe(0)
      expect(await actionIn(await database(), call.actionId)).toMatchObject({ state: 'refused' })
      expect(await entriesOf(await database(), call.actionId)).toEqual(['intent', 'outcome'])
    })
  })

  const breakage = breakagesOf(engine)[1]
  /** The service does what it's asked for, and the outcome can't be written. */
  const breakBeforeAnswer = () => {
    service.answering = async (received, response) => {
      await breakage?.break(place)
      await done(received, response)
    }
  }

  test('where it takes no writes, whoever acts is told whom to tell, and readiness says so until it takes some', async () => {
    const call = fresh()
    const journal = async () => ((await (await readiness()).json()) as { journal?: unknown }).journal
    expect(await journal()).toEqual({ ready: true, reason: null })
    await breakage?.break(place)
    await expect(perform(call)).rejects.toMatchObject({
      problem: {
        title: 'Nothing was sent',
        detail: 'The database can’t be written to, so nothing was sent. Tell the person who runs Counterfoil.',
      },
    })
    // The embedded database then refuses also the lock by which readiness asks, so that there's no word of the journal.
    const reason = 'the database can’t be written to, so nothing is sent'
    expect(await journal()).toEqual(engine === 'SQLite' ? undefined : { ready: false, reason })
    await breakage?.mend(place)
    expect(await journal()).toEqual({ ready: true, reason: null })
  })

  test('where it takes no outcome, readiness looks whether it takes writes', async () => {
    breakBeforeAnswer()
    foundWritable()
    expect((await perform(fresh())).headers.get('x-outcome')).toBe('done')
    expect(wasUnwritable()).toBe(true)
    await breakage?.mend(place)
    await catchUp()
  })

  test('while its outcome waits to be written, an action isn’t said to be still in progress', async () => {
    breakBeforeAnswer()
    const call = fresh()
    await perform(call)
    await breakage?.mend(place)
    const next = { ...call, actionId: randomUUID() }
    const taken = (await database()).transaction().execute((tx) => takeTarget(tx, next))
    await expect(taken).rejects.toMatchObject({ problem: { detail: expect.stringContaining('has ended, but its outcome') } })
    await catchUp()
  })

  test('an outcome in the file survives the process that wrote it', async () => {
    breakBeforeAnswer()
    const call = fresh()
    await perform(call)
    await breakage?.mend(place)
    await stop()
    startAt(place, { SERVICE_URL: url })
    await catchUp()
    await closeAbandoned()
    expect(await actionIn(await database(), call.actionId)).toMatchObject({ state: 'done' })
  })

  test('outcomes that can’t be written for a reason of their own don’t hold up another', async () => {
    breakBeforeAnswer()
    const calls = [fresh(), fresh(), fresh()]
    for (const call of calls) {
      await perform(call)
      await breakage?.mend(place)
    }
    const { files, waiting, stuck } = takePending()
    leaveWaiting({ files, waiting, stuck }, [])
    const [last, ...damaged] = waiting.toReversed()
    if (!last) throw new Error('Nothing was kept.')
    for (const { action, body, outcome } of damaged) saveUnwrittenOutcome({ ...action, effect: '{' }, body, outcome)
    saveUnwrittenOutcome(last.action, last.body, last.outcome)
    await catchUp()
    expect(await actionIn(await database(), last.action.action_id)).toMatchObject({ state: 'done' })
    const still = takePending()
    expect(still.waiting.map(({ action }) => action.action_id)).toEqual(damaged.map(({ action }) => action.action_id))
    leaveWaiting(still, [])
    for (const { action, body, outcome } of damaged) saveUnwrittenOutcome(action, body, outcome)
    await catchUp()
  })

  test('outcomes in the file survive a kill while others are being written, and none of them is unconfirmed meanwhile', async () => {
    breakBeforeAnswer()
    const calls = [fresh(), fresh()]
    for (const call of calls) {
      await perform(call)
      await breakage?.mend(place)
      takePending() // the process is killed before it has written what it took
    }
    await stop()
    startAt(place, { SERVICE_URL: url })
    expect(await closeAbandoned({ mine: true })).toBe(0)
    await catchUp()
    expect(pendingOutcomes()).toBe(0)
    for (const { actionId } of calls) expect(await actionIn(await database(), actionId)).toMatchObject({ state: 'done' })
  })

  test('the file shows neither names nor values', async () => {
    breakBeforeAnswer()
    await perform(commandOf('changeBuyerEmail', { params: { buyerId: randomUUID() }, body: { email: 'grace@buyer.test' } }))
    const text = readFileSync(join(place.DATA_DIR, 'journal-pending'), 'utf8')
    expect(text).not.toMatch(/grace@|ada@desk|changeBuyerEmail/) // words too long for chance to write them into base64
    await breakage?.mend(place)
    await catchUp()
  })

  test('a line that a full disk cut short is put aside and holds up nothing', async () => {
    appendFileSync(join(place.DATA_DIR, 'journal-pending'), 'AAAA')
    breakBeforeAnswer()
    const call = fresh()
    await perform(call)
    await breakage?.mend(place)
    await catchUp()
    expect(await actionIn(await database(), call.actionId)).toMatchObject({ state: 'done' })
    expect(existsSync(join(place.DATA_DIR, 'journal-pending.unreadable'))).toBe(true)
  })

  test('a late answer during an outage is written after it', async () => {
    process.env.SERVICE_WRITE_PATIENCE_MS = '50'
    let release = async () => {}
    service.answering = (received, response) => {
      release = async () => {
        await breakage?.break(place)
        await done(received, response)
      }
    }
    const call = fresh()
    expect((await perform(call)).headers.get('x-outcome')).toBe('unconfirmed')
    await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 10_000 }) // patience may end before it has arrived
    await release()
    await vi.waitFor(() => expect(pendingOutcomes()).toBe(1), { timeout: 10_000 })
    await breakage?.mend(place)
    await catchUp()
    expect(await entriesOf(await database(), call.actionId)).toEqual(['intent', 'outcome', 'late-outcome'])
  })
})
