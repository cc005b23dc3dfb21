import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import { verify } from '@/lib/journal/verify'
import type { CommandCall } from './command-call'
import { actionIn, ada, buyerId, commandOf, employ, entriesOf } from './commands-for-tests'
import { perform } from './perform'
import { replay } from './replay'
import { type Answering, bePatient, done, refuse, ServiceForTests } from './service-for-tests'
import { pendingOutcomes } from './unwritten-outcomes'

// Nothing tidies by a timer here: what is written is written because somebody asked.

describe.each(engines)('an outcome that %s could not take while another process held its lock', { timeout: 60_000 }, (engine) => {
  let place: OwnPlace
  let service: ServiceForTests
  let letGo = async () => {}

  beforeAll(async () => {
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

  afterAll(() => place.remove())

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

  test('that was told as unconfirmed, and came late, is what is told from then on', async () => {
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
    expect(told(await replay(call.actionId))).toEqual([200, 'done', 'true'])
    await letGo()
    const next = command(call.params)
    expect(told(await perform(next))).toEqual([200, 'done', null])
    expect((await rowOf(call))?.state).toBe('done')
  })
})
