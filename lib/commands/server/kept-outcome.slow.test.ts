import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { lockMs } from '@/lib/database/patience'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import { verify } from '@/lib/journal/verify'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { oneAction } from './actions'
import type { CommandCall } from './command-call'
import { actionIn, ada, askedAfter, buyerId, commandOf, employ, entriesOf } from './commands-for-tests'
import { perform } from './perform'
import { sendAgain } from './perform-undo'
import { catchUp } from './recover'
import { replay } from './replay'
import { type Answering, bePatient, done, refuse, reset, ServiceForTests } from './service-for-tests'
import { settleByPerson } from './settling'
import { endedUnwritten, leaveWaiting, pendingOutcomes, saveUnwrittenOutcome, takePending } from './unwritten-outcomes'

// Nothing tidies by a timer here: what is written is written because somebody asked.

describe.each(engines)('an outcome that %s could not take while another process held its lock', { timeout: 60_000 }, (engine) => {
  let place: OwnPlace
  let service: ServiceForTests
  let letGo = async () => {}

  const { acting } = lockMs

  beforeAll(async () => {
    lockMs.acting = 1_000 // each of these waits for a lock as long as that
    place = await newPlace(engine)
  })

  beforeEach(async () => {
    service = new ServiceForTests()
    startAt(place, { SERVICE_URL: await service.start(), SERVICE_WRITE_PATIENCE_MS: '20000' })
    await employ(await database(), ada)
  })

  afterEach(async () => {
    await letGo()
    await service.stop()
    expect(await verify(await database(), place.DATA_DIR)).toMatchObject({ whole: true })
    await stop()
  })

  afterAll(() => {
    lockMs.acting = acting
    return place.remove()
  })

  const command = (params: CommandCall['params'] = { buyerId, subscriptionId: randomUUID() }) =>
    commandOf('changeExpirationDate', { params })
  const told = ({ headers, status }: Response) => [status, headers.get('x-outcome'), headers.get('x-replayed')]
  const rowOf = async ({ actionId }: CommandCall) => actionIn(await database(), actionId)

  const hold = async () => {
    const release = await holdWriteLock(place)
    letGo = async () => {
      letGo = async () => {}
      await release()
    }
  }

  /** A command whose answer comes while the lock is held, and what it was told. */
  async function answeredWhileHeld(answering: Answering): Promise<CommandCall> {
    service.answering = async (received, response) => {
      service.answering = done
      await hold()
      await answering(received, response)
    }
    const call = command()
    expect(told(await perform(call))[2]).toBeNull()
    expect([pendingOutcomes(), (await rowOf(call))?.state]).toEqual([1, 'sent'])
    return call
  }

  test.each([
    ['done', done, 200],
    ['refused', refuse, 422],
  ] as const)('is told again as %s, while the lock is held and after', async (state, answering, status) => {
    const call = await answeredWhileHeld(answering)
    expect(told(await replay(call.actionId))).toEqual([status, state, 'true'])
    await letGo()
    const again = await perform(call)
    expect(told(again)).toEqual([status, state, 'true'])
    await vi.waitFor(async () => expect(await rowOf(call)).toMatchObject({ state }), { timeout: 20_000 })
    expect(await (await perform(call)).json()).toEqual(await again.json())
    expect([pendingOutcomes(), await entriesOf(await database(), call.actionId)]).toEqual([0, ['intent', 'outcome']])
    expect(service.received).toHaveLength(1)
  })

  test('is written before another command on the same thing is refused, which then is sent', async () => {
    const call = await answeredWhileHeld(done)
    await letGo()
    const next = command(call.params)
    expect(told(await perform(next))).toEqual([200, 'done', null])
    expect([pendingOutcomes(), (await rowOf(call))?.state, service.received.length]).toEqual([0, 'done', 2])
  })

  /** A command that is told as unconfirmed, whose late answer comes while the lock is held. */
  async function answeredLateWhileHeld(): Promise<CommandCall> {
    let release = async () => {}
    service.answering = (received, response) => {
      service.answering = done
      release = async () => {
        await hold()
        await done(received, response)
      }
    }
    bePatient(50)
    const call = command()
    expect(told(await perform(call))).toEqual([504, 'unconfirmed', null])
    bePatient(20_000)
    await release()
    await vi.waitFor(() => expect(pendingOutcomes()).toBe(1), { timeout: 20_000 })
    return call
  }

  test('that was told as unconfirmed, and came late, is what is told from then on', async () => {
    const call = await answeredLateWhileHeld()
    expect(told(await replay(call.actionId))).toEqual([200, 'done', 'true'])
    await letGo()
    const next = command(call.params)
    expect(told(await perform(next))).toEqual([200, 'done', null])
    expect((await rowOf(call))?.state).toBe('done')
  })

  /** To send it again, to acknowledge it with the same command, and to settle it. */
  const triesOf = ({ actionId, params }: CommandCall) =>
    [
      () => sendAgain(ada, actionId, askedAfter(ada, 'send-again', actionId)),
      () => perform({ ...command(params), acknowledges: actionId }),
      () => settleByPerson(ada, actionId, { as: 'did-not-happen', how: 'checked', reason: 'Not there' }),
    ] as const
  const resultOf = (each: () => Promise<unknown>) => each().then(String, ({ problem: { code, detail } }) => `${code} ${detail}`)

  async function triesAfter(call: CommandCall) {
    const results: string[] = []
    for (const each of triesOf(call)) results.push(await resultOf(each))
    return results
  }

  test('is written before it’s sent again, acknowledged or settled, and the service gets the command once', async () => {
    const call = await answeredLateWhileHeld()
    await letGo()
    expect(await triesAfter(call)).toEqual([
      expect.stringContaining('cannot_send_again We already know the outcome'),
      expect.stringMatching(/^unsettled_action .* it’s done now/),
      expect.stringMatching(/^settled The service has answered this action by now/),
    ])
    expect([pendingOutcomes(), service.received.length]).toEqual([0, 1])
  })

  test('is known while it’s being written: whoever acknowledges or settles it meanwhile is refused', async () => {
    let answerLate = () => {}
    service.answering = (received, response) => {
      service.answering = done
      answerLate = () => void done(received, response)
    }
    bePatient(50)
    const call = command()
    expect(told(await perform(call))).toEqual([504, 'unconfirmed', null])
    bePatient(20_000)
    await hold()
    answerLate()
    await vi.waitFor(() => expect([...endedUnwritten()]).toEqual([call.actionId]), { timeout: 20_000 })
    const [, ...tries] = triesOf(call)
    const results = Promise.all(tries.map(resultOf))
    await wait(200)
    await letGo()
    expect(await results).toEqual([
      expect.stringMatching(/^unsettled_action .* it’s done now/),
      expect.stringMatching(/^(settled|answered) The service has answered/),
    ])
    expect(service.received).toHaveLength(1)
  })

  test('of whom several acknowledge one action at the same moment, one sends', async () => {
    service.answering = reset
    const call = command()
    expect(told(await perform(call))[1]).toBe('unconfirmed')
    service.answering = done
    const results = await Promise.all(Array.from({ length: 3 }, () => resultOf(triesOf(call)[1])))
    expect(results.filter((each) => /^unsettled_action .* was done after you looked/.test(each))).toHaveLength(2)
    expect(service.received).toHaveLength(2)
  })

  test('that still can’t be written lets nobody act as if it weren’t known', async () => {
    const call = await answeredLateWhileHeld()
    await letGo()
    const taken = takePending()
    leaveWaiting(taken, [])
    for (const { action, body, outcome } of taken.waiting) saveUnwrittenOutcome({ ...action, effect: '{' }, body, outcome)
    const { sendAgain: again, undo } = await oneAction(ada, call.actionId)
    expect([again, undo]).toEqual(Array(2).fill({ possible: false, why: expect.stringContaining('couldn’t save it yet') }))
    expect(await triesAfter(call)).toEqual([
      expect.stringMatching(/^cannot_send_again .* couldn’t save it yet/),
      expect.stringMatching(/^target_busy .* has ended, but its outcome couldn’t be saved yet/),
      expect.stringMatching(/^answered .* couldn’t be saved yet/),
    ])
    expect(service.received).toHaveLength(1)
    leaveWaiting(takePending(), [])
    for (const { action, body, outcome } of taken.waiting) saveUnwrittenOutcome(action, body, outcome)
    await catchUp()
    expect((await rowOf(call))?.state).toBe('done')
  })

  test('leaves what was learnt after it as it is', async () => {
    const call = await answeredLateWhileHeld()
    const known = pendingOutcomes()
    await letGo()
    const facts = async () => factsOf('northwind', buyerId, `subscription:${call.params.subscriptionId}`)
    const later = { entity: `subscription:${call.params.subscriptionId}`, field: 'endDate', value: '2030-01-01T00:00:00+00:00' }
    const source = { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: 'Ada' } as const
    await saveFacts([later], { ...source, at: new Date(Date.now() + 1) })
    await catchUp()
    expect([known, pendingOutcomes(), (await rowOf(call))?.state]).toEqual([1, 0, 'done'])
    expect((await facts()).find(({ field }) => field === 'endDate')).toMatchObject({ value: later.value, source: 'read' })
  })
})
