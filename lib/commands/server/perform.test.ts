import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { actionIn, ada, buyerId, commandOf, employ, entriesOf, problemOf } from './commands-for-tests'
import { begin } from './intent'
import { perform } from './perform'
import { closeAbandoned } from './recover'
import { answer, done, refuse, reset, ServiceForTests } from './service-for-tests'
import { settleByPerson } from './settling'

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  /** A second connection, which sees only what is committed. */
  let witness: Database
  let service: ServiceForTests
  let url: string

  beforeAll(async () => {
    place = await newPlace(engine)
    witness = await openDatabase(place)
    await employ(witness, ada)
  })

  beforeEach(async () => {
    service = new ServiceForTests()
    url = await service.start()
    startAt(place, { SERVICE_URL: url, SERVICE_WRITE_PATIENCE_MS: '5000', SERVICE_WRITE_LIMIT_MS: '5000' })
  })

  afterEach(async () => {
    await service.stop()
    expect(await verify(witness, place.DATA_DIR)).toMatchObject({ whole: true })
    await stop()
  })

  afterAll(async () => {
    await witness.destroy()
    await place.remove()
  })

  /** A command about a subscription that no other test has touched. */
  const fresh = (given: Parameters<typeof commandOf>[1] = {}) =>
    commandOf('changeExpirationDate', { params: { buyerId, subscriptionId: randomUUID() }, ...given })

  test('the intent is committed before anything leaves', async () => {
    const call = fresh()
    let found: unknown
    service.answering = async (received, response) => {
      found = [(await actionIn(witness, call.actionId))?.state, await entriesOf(witness, call.actionId)]
      await done(received, response)
    }
    await perform(call)
    expect(found).toEqual(['sent', ['intent']])
  })

  test('what the service did is done, written down and answered', async () => {
    const call = fresh({ ticket: 'T-77' })
    const response = await perform(call)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-outcome': 'done', 'x-action-id': call.actionId })
    expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'done', ticket: 'T-77' })
    expect(await entriesOf(witness, call.actionId)).toEqual(['intent', 'outcome'])
  })

  test('the journal holds no value in clear that is shown masked', async () => {
    const call = commandOf('changeBuyerEmail', { params: { buyerId: randomUUID() } })
    const said = {
      merchant: 'northwind',
      buyerId: call.params.buyerId ?? '',
      source: 'read' as const,
      operation: null,
      person: null,
    }
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'before@buyer.test' }], said)
    await perform(call)
    const rows = await witness.selectFrom('journal').select('detail').where('action_id', '=', call.actionId).execute()
    const action = await actionIn(witness, call.actionId)
    expect(JSON.stringify([rows, action])).not.toMatch(/grace@|before@/)
  })

  test('what was done is written although nothing could be learnt from the answer', async () => {
    const [call, learns] = [fresh(), () => expect.fail('Another shape')]
    await perform({ ...call, rules: { ...call.rules, learns } })
    expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'done' })
  })

  test('what the service refuses is refused, in its own words', async () => {
    service.answering = refuse
    const response = await perform(fresh())
    expect([response.status, response.headers.get('x-outcome')]).toEqual([422, 'refused'])
    expect(await response.json()).toMatchObject({
      detail: 'Not today',
      fields: [{ field: 'expirationDate', title: 'Choose another day' }],
    })
  })

  test('where nobody listens nothing was sent', async () => {
    await service.stop()
    const call = fresh()
    const response = await perform(call)
    expect([response.status, response.headers.get('x-outcome')]).toEqual([503, 'not-sent'])
    expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'not-sent' })
    service = new ServiceForTests()
    await service.start()
  })

  test.each([
    ['a reset', reset],
    ['an unreadable answer', ((_, response) => void response.end('<html>')) as typeof done],
    ['an answer of another shape', ((_, response) => answer(response, 200, { data: { id: 7 } })) as typeof done],
    ['a failure of the service', ((_, response) => answer(response, 500, {})) as typeof done],
    ['a redirect', ((_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()) as typeof done],
  ])('after %s the command is unconfirmed, and was sent once', async (_, answering) => {
    service.answering = answering
    const call = fresh()
    const response = await perform(call)
    expect([response.status, response.headers.get('x-outcome')]).toEqual([504, 'unconfirmed'])
    expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'unconfirmed' })
    expect(service.received).toHaveLength(1)
  })

  test('a repeat of an action id gets the first outcome, and nothing is sent again', async () => {
    service.answering = refuse
    const call = fresh()
    const first = await perform(call)
    service.answering = done
    const second = await perform(call)
    expect([second.status, second.headers.get('x-outcome'), second.headers.get('x-replayed')]).toEqual([422, 'refused', 'true'])
    expect(await second.json()).toEqual(await first.json())
    expect(service.received).toHaveLength(1)
  })

  test('a double click is sent once, and both get its outcome', async () => {
    const call = fresh()
    const both = await Promise.all([perform(call), perform(call), perform(call)])
    expect(both.map((response) => [response.status, response.headers.get('x-outcome')])).toEqual(Array(3).fill([200, 'done']))
    expect(both.filter((response) => response.headers.has('x-replayed'))).toHaveLength(2)
    expect(service.received).toHaveLength(1)
  })

  test('an action id with another request is a conflict', async () => {
    const call = fresh()
    await perform(call)
    const other = commandOf('changeExpirationDate', {
      actionId: call.actionId,
      params: call.params,
      body: { expirationDate: '2027-04-04', reason: 'another' },
    })
    expect(await problemOf(perform(other))).toMatchObject({ kind: 'conflict', code: 'action_id_used' })
    expect(service.received).toHaveLength(1)
  })

  test('when patience ends the person is told unconfirmed, and a late answer turns it done by itself', async () => {
    process.env.SERVICE_WRITE_PATIENCE_MS = '100'
    const asked = new Promise<() => void>((resolve) => {
      service.answering = (received, response) => resolve(() => void done(received, response))
    })
    const call = fresh()
    const response = await perform(call)
    expect([response.status, response.headers.get('x-outcome')]).toEqual([504, 'unconfirmed'])
    const release = await asked // a busy machine may ask only now
    release()
    await vi.waitFor(async () => expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'done' }), 10_000)
    expect(await entriesOf(witness, call.actionId)).toEqual(['intent', 'outcome', 'late-outcome'])
    expect((await perform(call)).headers.get('x-outcome')).toBe('done')
  })

  test('a command on older knowledge than there is now is a conflict', async () => {
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    const said = { merchant: 'northwind', buyerId: params.buyerId, source: 'read' as const, operation: null, person: null }
    const shownVersion = await saveFacts([{ entity: 'buyer', field: 'email', value: 'a@b.test' }], said)
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'c@d.test' }], said)
    expect(await problemOf(perform(fresh({ params, shownVersion })))).toMatchObject({ kind: 'conflict', code: 'changed' })
    expect(service.received).toHaveLength(0)
    expect((await perform(fresh({ params, shownVersion: shownVersion + 1 }))).headers.get('x-outcome')).toBe('done')
  })

  test('two opposite commands on one thing in the same moment go one after the other (F23)', async () => {
    const params = { buyerId, subscriptionId: randomUUID() }
    let atOnce = 0
    service.answering = async (received, response) => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await new Promise(setImmediate)
      atOnce -= 1
      await done(received, response)
    }
    const both = [true, false].map((autochargeStatus) =>
      perform(commandOf('changeAutochargeStatus', { params, body: { autochargeStatus } })),
    )
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
    expect(service.received).toHaveLength(2)
  })

  test('what a process left open is unconfirmed after a restart and never sent', async () => {
    const call = fresh()
    await begin(call)
    await stop()
    startAt(place, { SERVICE_URL: url })
    expect(await closeAbandoned()).toBe(1)
    expect(await actionIn(witness, call.actionId)).toMatchObject({ state: 'unconfirmed' })
    const replayed = await perform(call)
    expect([replayed.status, replayed.headers.get('x-replayed')]).toEqual([504, 'true'])
    expect(await replayed.json()).toMatchObject({ code: 'process_ended' })
    expect(service.received).toHaveLength(0)
  })

  test('what this process has under way is not taken for left open, however far its clock steps', async () => {
    await begin(fresh())
    expect(await closeAbandoned()).toBe(0)
    expect(await closeAbandoned({ now: Date.now() + 60_000 })).toBe(1)
    const call = fresh()
    let release = () => {}
    service.answering = (received, response) => {
      release = () => void done(received, response)
    }
    const answered = perform(call)
    await vi.waitFor(() =>
      expect(service.received.some(({ path }) => path.includes(call.params.subscriptionId ?? ''))).toBe(true),
    )
    expect(await closeAbandoned({ now: Date.now() + 3_600_000 })).toBe(0)
    await expect(
      settleByPerson(ada, call.actionId, { as: 'did-not-happen', how: 'by-hand', reason: 'No' }),
    ).rejects.toMatchObject({
      problem: { code: 'target_busy', detail: expect.stringContaining('still in progress') },
    })
    release()
    expect((await answered).headers.get('x-outcome')).toBe('done')
  })

  test('what makes something each time goes over a connection that nothing else has used or uses', async () => {
    const create = (email: string) =>
      perform(commandOf('createBuyer', { body: { merchantCode: 'northwind', email, country: 'DE' } }))
    const turns = [
      () => perform(fresh()),
      () => create('a@buyer.test'),
      () => perform(fresh()),
      () => create('b@buyer.test'),
      () => perform(fresh()),
    ]
    for (const turn of turns) await turn()
    const used = service.received.map(({ connection }) => connection)
    expect([used[1], used[3]].map((one) => used.filter((connection) => connection === one).length)).toEqual([1, 1])
  })
})
