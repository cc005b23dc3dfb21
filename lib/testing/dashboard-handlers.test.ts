import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { type CallOptions, Dashboard } from './dashboard'
import { northwind } from './environment'
import { json, type Listener, listener } from './listener'
import { routes } from './routes'

const dashboard = new Dashboard({ merchants: [northwind, { ...northwind, code: 'southbay', name: 'Southbay', reads: false }] })
let service: Listener
beforeEach(async () => {
  service = await listener(json(200, { data: { buyerId }, meta: [] }))
  dashboard.serviceAt(service.url)
})

const handlers = await routes()
const call = async (method: string, path: string, asked: CallOptions = {}): Promise<Response> => {
  const [route] = handlers.filter((each) => each.method === method && each.path === path)
  if (!route) throw new Error(`There is no ${method} ${path}`)
  return dashboard.call(route.handler, method, path, asked)
}
const searching = async (q: unknown, headers = {}) => {
  const answer = await call('POST', '/api/desk/search', { body: { q }, headers })
  return { status: answer.status, ...((await answer.json()) as object) }
}

describe('a search', () => {
  it('by an e-mail asks the service for exactly that', async () => {
    expect(await searching(' tainara+1@example.test ')).toEqual({
      status: 200,
      readAs: 'email',
      hits: [{ buyerId, reason: 'E-mail, exact', match: 'exact', title: 't•••••••1@e••••••.test', country: null, charge: null }],
      say: null,
    })
    expect(service.received.map(({ url }) => url)).toEqual(['/api/v2/buyers/email/tainara%2B1%40example.test'])
  })

  it('by an e-mail that nobody has says so', async () => {
    dashboard.serviceAt((await listener(json(404, { code: 3000, message: 'Entity not found', traceId: 't-1' }))).url)
    expect(await searching('nobody@example.test')).toMatchObject({
      status: 200,
      hits: [],
      say: expect.stringMatching(/^No buyer on Northwind has exactly this e-mail address\. .* in Counterfoil/),
    })
  })

  it('by an e-mail where the account has no such read says so, and asks nothing', async () => {
    expect(await searching('tainara@example.test', { 'x-merchant': 'southbay' })).toMatchObject({
      hits: [],
      say: expect.stringMatching(/^Southbay can’t search by e-mail. Enter the buyer id\. Counterfoil has no buyers/),
    })
    expect(service.received).toEqual([])
  })

  it.each([
    [buyerId.toUpperCase(), 'buyerId', 1],
    ['0119', 'lastFour', 0],
    ['Wq7LmR2x', 'orderId', 0],
    ['Nobody', 'other', 0],
  ])('for %s is read as %s, and asks the service nothing', async (q, readAs, hits) => {
    const answer = (await searching(q)) as unknown as { readAs: string; hits: unknown[] }
    expect([answer.readAs, answer.hits.length]).toEqual([readAs, hits])
    expect(service.received).toEqual([])
  })

  it.each([
    ['', 'Enter something to search for'],
    ['x'.repeat(10_001), 'Use 10,000 characters or fewer'],
    [7, 'This value is missing or has the wrong type'],
  ])('for %.10j is refused', async (q, title) => {
    expect(await searching(q)).toMatchObject({ status: 422, fields: [{ field: 'q', title }] })
  })

  it('that the service does not answer is unavailable, not an empty one', async () => {
    dashboard.serviceAt('http://127.0.0.1:9')
    expect(await searching('tainara@example.test')).toMatchObject({ status: 503, kind: 'unavailable' })
  })
})

describe('looking at more than 300 buyers in a minute (A39)', () => {
  const another = (at: number) => `${String(at).padStart(8, '0')}${buyerId.slice(8)}`
  const change = { operation: 'changeBuyerEmail', body: { email: 'a@example.test' } }
  const email = (at: number) => `p${at}@example.test`
  const ofEmail = '/api/v2/buyers/email/{email}'
  const ways: [name: string, path: string, asked: (at: number) => CallOptions][] = [
    ['a typed e-mail', '/api/desk/search', (at) => ({ body: { q: email(at) } })],
    [
      'an e-mail of a message',
      '/api/desk/search',
      (at) => ({ body: { clues: [{ kind: 'email', values: [email(at)], currency: null }] } }),
    ],
    ['an e-mail that the service is asked for', ofEmail, (at) => ({ params: { email: email(at) } })],
    ['a preview', '/api/desk/preview', (at) => ({ body: { ...change, params: { buyerId: another(at) } } })],
  ]

  it.each(ways)('is 429 by %s, too', async (name, path, more) => {
    const { accountId, cookie } = await dashboard.addPerson('agent', `${name.length}@desk.example.test`)
    const method = path === ofEmail ? 'GET' : 'POST'
    const asked = async (at: number) => (await call(method, path, { as: null, headers: { cookie }, ...more(at) })).status
    const now = new Date()
    const minute = now.toISOString().slice(0, 16)
    expect(await asked(1)).toBe(200)
    const store = await database()
    const counted = await store.selectFrom('buyers_opened').select('minute').where('account_id', '=', accountId).execute()
    expect(counted).toHaveLength(1)
    // The minute that is counted is the clock's; 299 more are put into this one and the next.
    const next = new Date(now.getTime() + 60_000).toISOString().slice(0, 16)
    for (const each of [minute, next])
      await store
        .insertInto('buyers_opened')
        .values(
          Array.from({ length: 300 }, (_, index) => ({ minute: each, account_id: accountId, buyer_id: another(index + 9) })),
        )
        .execute()
    expect(await asked(2)).toBe(429)
  })
})

describe('a piece of a charge history', () => {
  const path = '/api/desk/buyers/{buyerId}/orders'
  it.each(['..', `${buyerId} `, 'x'])('of a buyer id that is none is not found: %j', async (id) => {
    const answer = await call('GET', path, { params: { buyerId: id } })
    expect([answer.status, (await answer.json()).code, service.received.length]).toEqual([400, 'not_an_id', 0])
  })
  it.each(['?cursor=x', '?cursor=&cursor=', '?page=2', '?cursor[]=x'])(
    'takes no other place than one of ours: %s',
    async (search) => {
      const answer = await call('GET', path, { params: { buyerId }, search })
      expect([answer.status, service.received.length]).toEqual([422, 0])
    },
  )
})

it('a session says who it is of, and no more', async () => {
  expect(await (await call('GET', '/api/desk/session')).json()).toEqual({
    name: 'The agent',
    email: 'agent@desk.example.test',
    role: 'agent',
  })
})

describe('what machines ask', () => {
  it('is answered without a session: live always, ready where the database answers', async () => {
    expect((await call('GET', '/api/desk/health/live', { as: null })).status).toBe(200)
    expect((await call('GET', '/api/desk/health/ready', { as: null })).status).toBe(200)
    expect(service.received).toEqual([])
  })

  const scrape = (headers: Record<string, string>) => call('GET', '/api/desk/metrics', { as: null, headers })

  it('is told in Prometheus’ text, without the name of anybody', async () => {
    await searching('tainara@example.test')
    const text = await (await scrape({ 'x-counterfoil-peer': '127.0.0.1' })).text()
    expect(text).toMatch(/counterfoil_service_answers_total\{operation="findBuyerByEmail",outcome="done"\} [1-9]/)
    expect(text).not.toMatch(/tainara|northwind/)
  })

  it.each(['203.0.113.5', 'unknown', ''])('is not told to %j where no token is configured', async (from) => {
    expect((await scrape({ 'x-counterfoil-peer': from, 'x-forwarded-for': '127.0.0.1' })).status).toBe(401)
  })

  it('is told to the bearer of the token, and to nobody else', async () => {
    dashboard.start({ METRICS_TOKEN: 'a-token-of-the-tests' })
    const answers = [
      { authorization: 'Bearer a-token-of-the-tests' },
      { authorization: 'Bearer a-token-of-the-test' },
      { 'x-counterfoil-peer': '127.0.0.1' },
    ].map(async (headers) => (await scrape(headers as never)).status)
    expect(await Promise.all(answers)).toEqual([200, 401, 401])
    delete process.env.METRICS_TOKEN
    await (await database()).destroy()
    dashboard.start()
  })
})
