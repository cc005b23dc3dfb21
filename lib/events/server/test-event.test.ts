import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'
import { type Standin, startStandin } from '@/standin/start'
import { isTestEvent, testEvent } from '../test-event'
import { makeAddress } from './addresses'
import { listEvents } from './list-events'
import { readEvents } from './read-events'
import { receiveEvent } from './receive-event'
import { replayEvents } from './replay-events'

const [route] = (await routes()).filter(({ path, method }) => method === 'POST' && path === '/api/desk/events/test')

describe.each(engines)('a test event, on %s,', (engine) => {
  const dashboard = new Dashboard({ SERVICE_IS_STANDIN: 'on' }, engine)
  let standin: Standin
  let secret = ''
  beforeAll(async () => {
    standin = await startStandin()
    secret = (await makeAddress(somebody('admin', 'admin'), 'northwind')).secret
  })
  afterAll(() => standin.close())

  const post = (body: string) =>
    receiveEvent(new Request('https://desk.example.test/', { method: 'POST', body }), {
      params: Promise.resolve({ account: 'northwind', secret }),
    })
  const ask = async (as: 'admin' | 'manager' = 'admin') => {
    dashboard.serviceAt(standin.url)
    const answer = await dashboard.call(route?.handler as never, 'POST', '/api/desk/events/test', { as, body: {} })
    return { status: answer.status, body: await answer.json() }
  }
  const page = async () =>
    (await listEvents({ ...northwind, timeZone: 'UTC' } as never, { action: 'test' }, { limit: 50, after: null })).data

  it('is stored and read as one, and counts for nothing', async () => {
    expect((await post(testEvent('northwind', randomUUID()))).status).toBe(202)
    await readEvents(new AbortController().signal)
    expect(await page()).toMatchObject([{ action: 'test', state: 'test', buyerId: null, settled: false, copies: 1 }])
    const store = await database()
    for (const table of ['event_hours', 'event_reads', 'directory_keys', 'directory_pending', 'facts'] as const)
      expect([table, await store.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    const used = await store.selectFrom('event_addresses').select('last_used_at').execute()
    expect(used).toEqual([{ last_used_at: null }])
    const stretch = { merchant: 'northwind', from: Date.now() - 3_600_000, to: Date.now() + 1_000 }
    expect(await replayEvents(stretch as never, false, new AbortController().signal)).toMatchObject({
      read: 1,
      events: 0,
      charges: 0,
    })
    expect(await page()).toMatchObject([{ state: 'test' }])
  })

  it('is one to the letter alone', async () => {
    const text = testEvent('northwind', randomUUID())
    expect(isTestEvent(text)).toBe(true)
    const charge = { ...JSON.parse(text), chargeData: { id: randomUUID() } }
    for (const other of [` ${text}`, JSON.stringify(charge), text.replace('"test"', '"charge"')]) {
      expect(isTestEvent(other)).toBe(false)
      await post(other)
    }
    await readEvents(new AbortController().signal)
    const states = await (await database()).selectFrom('events').select('state').execute()
    expect(states.filter(({ state }) => state === 'test')).toHaveLength(1)
  })

  it('is sent by the stand-in to the addresses that it was given, because an admin asks', async () => {
    const door = await listener((response) => void response.writeHead(202).end())
    expect(await ask()).toEqual({ status: 200, body: { sent: 0 } })
    await fetch(`${standin.url}/standin/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'northwind', address: `${door.url}/events` }),
    })
    expect(await ask()).toEqual({ status: 200, body: { sent: 1 } })
    await vi.waitFor(() => expect(door.received.map(({ body }) => isTestEvent(body))).toEqual([true]))
    expect((await ask('manager')).status).toBe(403)
  })

  it('is asked of no real service, and a stand-in that is away is said to be', async () => {
    const service = await listener((response) => void response.writeHead(500).end())
    dashboard.serviceAt(service.url)
    const call = () => dashboard.call(route?.handler as never, 'POST', '/api/desk/events/test', { as: 'admin', body: {} })
    expect((await call()).status).toBe(503)
    dashboard.start({ SERVICE_IS_STANDIN: 'off', SERVICE_URL: service.url })
    const [before, answer] = [service.received.length, await call()]
    expect([answer.status, (await answer.json()).code, service.received.length - before]).toEqual([409, 'no_standin', 0])
    dashboard.start()
  })
})
