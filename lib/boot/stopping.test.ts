import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { actionIn, ada, commandOf, employ } from '@/lib/commands/server/commands-for-tests'
import { begin } from '@/lib/commands/server/intent'
import { perform } from '@/lib/commands/server/perform'
import { closeAbandoned } from '@/lib/commands/server/recover'
import { done, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { stopping } from '@/lib/commands/server/stopping'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { underWay } from '@/lib/platform/under-way'

describe.each(engines)('a process that is about to end, on %s', (engine) => {
  const service = new ServiceForTests()
  let place: OwnPlace
  let witness: Database
  let answer = () => {}

  beforeAll(async () => {
    place = await newPlace(engine)
    witness = await openDatabase(place)
    await employ(witness, ada)
    startAt(place, { SERVICE_URL: await service.start(), SERVICE_WRITE_PATIENCE_MS: '60000' })
  })
  beforeEach(() => {
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    service.received.length = 0
    service.answering = async (received, response) => {
      await held
      await done(received, response)
    }
  })
  afterEach(() => vi.waitFor(() => expect(underWay().work.size).toBe(0), { timeout: 10_000 }))
  afterAll(async () => {
    await service.stop()
    await stop()
    await witness.destroy()
    await place.remove()
  })

  const newBuyer = () =>
    commandOf('createBuyer', { body: { merchantCode: 'northwind', email: `${randomUUID()}@buyer.test`, country: 'DE' } })

  test('tells who waits for a command that it is unconfirmed, and still writes an answer that comes then', async () => {
    const call = newBuyer()
    const answered = perform(call)
    await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 10_000 })
    expect(underWay().work.size).toBe(1)
    for (const hurry of underWay().lastCalls) hurry()
    expect((await answered).headers.get('x-outcome')).toBe('unconfirmed')
    expect([(await actionIn(witness, call.actionId))?.state, underWay().work.size]).toEqual(['unconfirmed', 1])
    answer()
    const late = async () => (await actionIn(witness, call.actionId))?.state
    await expect.poll(late, { timeout: 10_000 }).toBe('done')
    expect(underWay().lastCalls.size).toBe(0)
  })

  test('leaves what has no outcome as unconfirmed', async () => {
    const call = newBuyer()
    await begin(call)
    expect([await closeAbandoned(), await closeAbandoned({ mine: true })]).toEqual([0, 1])
    expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'unconfirmed' })
  })

  test('tells a command that comes too late that it was not sent, unless one was begun under its id', async () => {
    const call = newBuyer()
    const asked = () => stopping(new Request('http://desk.example.test/', { headers: { 'x-action-id': call.actionId } }))
    const first = await asked()
    expect([first.status, first.headers.get('x-outcome'), first.headers.get('retry-after')]).toEqual([503, 'not-sent', '1'])
    expect(await first.json()).toMatchObject({ kind: 'unavailable', code: 'stopping', actionId: call.actionId })
    await begin(call)
    const again = await asked()
    expect([again.status, again.headers.get('x-outcome'), again.headers.get('x-action-id')]).toEqual([503, null, call.actionId])
  })
})
