import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { Dashboard } from './dashboard'
import { type Answering, applied, json, listener, silent } from './listener'

const dashboard = new Dashboard()
let params: { buyerId: string; subscriptionId: string }
beforeEach(() => {
  params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
})

const text =
  (status: number, body: string): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(body)
  }
const resets: Answering = (response) => response.socket?.resetAndDestroy()
const turnOff = (headers: Record<string, string> = {}) =>
  dashboard.ask(changeAutochargeStatus, { params, body: validBodies.changeAutochargeStatus, headers })

describe('the outcome of a command is told in one word', () => {
  it.each([
    ['done', 200, null, applied],
    ['refused', 422, 'invalid', json(422, { code: 3000, message: 'Subscription is disabled', traceId: 't-1' })],
    ['refused', 404, 'notFound', json(404, { code: 3000, message: 'Entity not found', traceId: 't-1' })],
    ['refused', 409, 'conflict', json(400, { code: 2107, message: 'Race condition', traceId: 't-1' })],
    ['refused', 503, 'unavailable', json(429, { code: 0, message: 'Too many requests', traceId: 't-1' }, { 'retry-after': '7' })],
    [
      'refused',
      502,
      'refused',
      json(401, { uuid: null, code: 0, message: 'Unauthorized service use is forbidden', traceId: 't-1' }),
    ],
    ['unconfirmed', 504, 'unconfirmed', text(500, '<h1>Oops</h1>')],
    ['unconfirmed', 504, 'unconfirmed', text(200, '<h1>Sign in to this network</h1>')],
    ['unconfirmed', 504, 'unconfirmed', json(200, { data: 'unexpected' })],
    ['unconfirmed', 504, 'unconfirmed', text(307, '')],
    ['unconfirmed', 504, 'unconfirmed', resets],
    ['unconfirmed', 504, 'unconfirmed', silent],
  ])('%s, with status %i and the kind %s: %#', async (outcome, status, kind, answering) => {
    const service = await listener(answering)
    dashboard.serviceAt(service.url)
    const actionId = randomUUID()
    const answer = await turnOff({ 'x-action-id': actionId.toUpperCase() })
    expect([answer.status, answer.headers.get('x-outcome'), answer.headers.get('x-action-id')]).toEqual([
      status,
      outcome,
      actionId,
    ])
    expect([answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([
      'no-store, no-transform',
      status === 503 ? '7' : null,
    ])
    if (kind !== null) {
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({
        type: `urn:counterfoil:problem:${kind}`,
        kind,
        status,
        actionId,
        fields: [],
        title: expect.any(String),
        detail: expect.any(String),
      })
    }
    expect(service.received).toHaveLength(1)
  })

  it('not-sent, where nobody listens', async () => {
    dashboard.serviceAt('http://127.0.0.1:9')
    const answer = await turnOff()
    expect([answer.status, answer.headers.get('x-outcome'), (await answer.json()).kind]).toEqual([503, 'not-sent', 'unavailable'])
  })

  it('not-sent, where our own rules refuse it', async () => {
    const service = await listener(applied)
    dashboard.serviceAt(service.url)
    const answer = await dashboard.ask(changeAutochargeStatus, { params, body: { autochargeStatus: true, reason: 'x' } })
    expect([answer.status, answer.headers.get('x-outcome')]).toEqual([422, 'not-sent'])
    expect(service.received).toEqual([])
  })

  it('done without a body, where the service has none', async () => {
    dashboard.serviceAt((await listener(json(204, undefined))).url)
    const answer = await dashboard.ask(changeBuyerEmail, { params, body: validBodies.changeBuyerEmail })
    expect([answer.status, answer.headers.get('x-outcome'), await answer.text()]).toEqual([204, 'done', ''])
  })

  it('done although the service sent a body where none is due (F12)', async () => {
    dashboard.serviceAt((await listener(json(200, { data: {} }))).url)
    const answer = await dashboard.ask(disableToken, { params, body: { chargeMethodTokenId: 4711 } })
    expect([answer.status, answer.headers.get('x-outcome')]).toEqual([204, 'done'])
  })

  it.each([200, 201])('done with 201 where something was made, whatever success the service calls it: %i', async (status) => {
    const id = randomUUID()
    dashboard.serviceAt((await listener(json(status, { data: { id }, meta: [] }))).url)
    const answer = await dashboard.ask(createBuyer, {
      body: { ...validBodies.createBuyer, email: `${randomUUID()}@example.test` },
    })
    expect([answer.status, await answer.json()]).toEqual([201, { data: { id }, meta: { type: 'entity' } }])
  })
})

describe('a service that is slower than a person’s patience (F02, F03)', () => {
  beforeAll(() => {
    vi.stubEnv('SERVICE_WRITE_PATIENCE_MS', '200')
    forgetSingletons('env')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    forgetSingletons('env')
  })

  it('leaves the command unconfirmed at the patience, after exactly one delivery', async () => {
    const service = await listener(silent)
    dashboard.serviceAt(service.url)
    const started = performance.now()
    const body = { ...validBodies.createInitialOrder, sequence: '1000000000000000001' }
    const answer = await dashboard.ask(createInitialOrder, { body })
    expect([answer.status, answer.headers.get('x-outcome'), (await answer.json()).code]).toEqual([504, 'unconfirmed', 'timeout'])
    expect(performance.now() - started).toBeGreaterThan(190)
    expect(service.received).toHaveLength(1)
  })

  it('but is still listened to: a late answer settles it', async () => {
    let late = () => {}
    dashboard.serviceAt((await listener((...given) => (late = () => applied(...given)))).url)
    const actionId = randomUUID()
    expect((await turnOff({ 'x-action-id': actionId })).headers.get('x-outcome')).toBe('unconfirmed')
    late()
    await vi.waitFor(async () => {
      const again = await turnOff({ 'x-action-id': actionId })
      expect([again.headers.get('x-outcome'), again.headers.get('x-replayed')]).toEqual(['done', 'true'])
    })
  })
})

describe('the same action id', () => {
  it('twice is one delivery, and the second answer is the first’s (F22)', async () => {
    const service = await listener(applied)
    dashboard.serviceAt(service.url)
    const headers = { 'x-action-id': randomUUID() }
    const [first, second] = await Promise.all([turnOff(headers), turnOff(headers)])
    expect([first.status, second.status, await first.json()]).toEqual([200, 200, await second.json()])
    expect([first, second].map((answer) => answer.headers.get('x-replayed')).sort()).toEqual([null, 'true'])
    expect(service.received).toHaveLength(1)
  })

  it('for another request is a conflict, and nothing is sent', async () => {
    const service = await listener(applied)
    dashboard.serviceAt(service.url)
    const headers = { 'x-action-id': randomUUID() }
    await turnOff(headers)
    const answer = await dashboard.ask(changeAutochargeStatus, { params, body: { autochargeStatus: true }, headers })
    expect([answer.status, answer.headers.get('x-outcome'), (await answer.json()).kind]).toEqual([409, 'not-sent', 'conflict'])
    expect(service.received).toHaveLength(1)
  })
})

it('a database that fails once the service has answered does not hide that it is done', async () => {
  const store = await database()
  dashboard.serviceAt(
    (
      await listener(async (...given) => {
        await store.schema.alterTable('journal').renameTo('journal_away').execute()
        await store.schema.alterTable('known_versions').renameTo('known_versions_away').execute()
        applied(...given)
      })
    ).url,
  )
  const answer = await turnOff()
  await store.schema.alterTable('journal_away').renameTo('journal').execute()
  await store.schema.alterTable('known_versions_away').renameTo('known_versions').execute()
  expect([answer.status, answer.headers.get('x-outcome')]).toEqual([200, 'done'])
})

it('a journal that cannot be written sends nothing (F18)', async () => {
  const service = await listener(applied)
  dashboard.serviceAt(service.url)
  const store = await database()
  await store.schema.alterTable('journal').renameTo('journal_away').execute()
  const answer = await turnOff()
  await store.schema.alterTable('journal_away').renameTo('journal').execute()
  expect([answer.status, answer.headers.get('x-outcome'), (await answer.json()).code]).toEqual([
    503,
    'not-sent',
    'journal_unavailable',
  ])
  expect(service.received).toEqual([])
  expect((await turnOff()).headers.get('x-outcome')).toBe('done')
})
