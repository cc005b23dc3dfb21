import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { operations } from '@/lib/operations'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { readMerchantsAgain } from '@/lib/service/merchant-keys'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'
import { log } from './log'

/** Everything that would have gone to stdout. The destination is one of a kind, so the test's own is there before the log is made. */
const lines = vi.hoisted(() => {
  process.env.LOG_LEVEL = 'info'
  const written: string[] = []
  const made = globalThis as { counterfoil?: Map<string, unknown> }
  made.counterfoil = new Map([['log-destination', { write: (line: string) => void written.push(line) }]])
  return written
})

const canaries = {
  secretKey: 'canary-merchant-secret',
  nextAuthSecret: 'canary-next-auth-secret-of-32-characters',
  journalKey: 'canary-journal-key',
  metricsToken: 'canary-metrics-token',
}
const planted = ['planted.person@example.test', 'Plantedfirst', 'Plantedlast', 'Planted Street 7', '198.51.100.77', 'PL-123.456']
const params = { buyerId, subscriptionId, email: planted[0] ?? '' }
const dashboard = new Dashboard({
  merchants: [{ ...northwind, secretKey: canaries.secretKey }],
  JOURNAL_KEY: canaries.journalKey,
  METRICS_TOKEN: canaries.metricsToken,
})

const billingInfo = {
  firstName: planted[1],
  lastName: planted[2],
  street: planted[3],
  ipAddress: planted[4],
  personalIdValue: planted[5],
}
const charges = [{ chargeId: 'c', amount: '1.00', status: 'settled', createdAt: '2025-01-01 00:00:00', billingInfo }]
const sound = { data: [{ orderId: 'o', createdAt: '2025-01-01 00:00:00', currency: 'EUR', charges }], meta: { total: 1 } }
const answers: [string, Answering][] = [
  ['soundly', json(200, sound)],
  [
    'with a refusal that quotes',
    json(422, { code: 0, message: `No ${planted[0]}`, traceId: 't-1', errors: [{ field: 'email', title: planted[0] }] }),
  ],
  ['with a page', (response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>${planted.join()}</h1>`)],
  [
    'with broken JSON',
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${planted.join()}`),
  ],
  ['by hanging up', (response) => void response.destroy()],
]

const handlers = await routes()
const own: [string, string, object][] = [
  ['POST', '/api/desk/search', { q: planted[0] }],
  ['POST', '/api/desk/search', { q: planted[1] }],
  ['POST', '/api/desk/buyers/{buyerId}/notes', { text: `About ${planted.join(' ')}\r\n\u0009{"level":60}` }],
  ['POST', '/api/desk/buyers/{buyerId}/reveal', { fields: ['name', 'email'], reason: planted[0] }],
  ['POST', '/api/desk/preview', { operation: 'changeBuyerEmail', params: { buyerId }, body: { email: planted[0] } }],
  ['PUT', '/api/desk/drafts/{key}', { actionId: randomUUID(), values: { email: planted[0] } }],
  ['GET', '/api/desk/buyers/{buyerId}/known', {}],
  ['GET', '/api/desk/buyers/{buyerId}/orders', {}],
]

it.each(answers)('no line names anybody or a secret where the service answers %s (A29, A40)', async (_, answer) => {
  dashboard.serviceAt((await listener(answer)).url)
  const from = lines.length
  for (const operation of Object.values(operations)) {
    const body = (validBodies as Record<string, object>)[operation.name]
    const named = body && 'email' in body ? { ...body, email: planted[0] } : body
    await dashboard.ask(operation, {
      params,
      body: operation.method === 'GET' ? undefined : named,
      headers: { 'user-agent': `x\u001b[31m ${planted[1]}` },
    })
  }
  for (const [method, path, body] of own) {
    const [route] = handlers.filter((each) => each.method === method && each.path === path)
    if (!route) throw new Error(`There is no ${method} ${path}`)
    await dashboard.call(route.handler, method, path, {
      params: { ...params, key: 'a-form' },
      as: 'admin',
      ...(method === 'GET' ? {} : { body }),
    })
  }
  const cookie = await dashboard.cookie('agent')
  const written = lines.slice(from)
  expect(written.length).toBeGreaterThan(20)
  const events = written.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events.filter(({ msg }) => msg === 'request')).toHaveLength(Object.keys(operations).length + own.length)
  for (const line of written) {
    expect(line.trimEnd()).not.toMatch(/\p{Cc}/u)
    for (const value of [...planted, ...Object.values(canaries), cookie.split('=')[1]]) expect(line).not.toContain(value)
  }
})

it('a line of a request says which, what, by whom, how long and how it ended', async () => {
  dashboard.serviceAt((await listener(json(200, sound))).url)
  const from = lines.length
  const answer = await dashboard.ask(operations.getChargeHistory, { params })
  const logged = lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>)
  const { accountId } = await dashboard.account('agent')
  const requestId = answer.headers.get('x-request-id')
  expect(logged.map(({ msg }) => msg)).toEqual(['service', 'request'])
  for (const line of logged)
    expect(line).toMatchObject({ requestId, personId: accountId, operation: 'getChargeHistory', outcome: 'done' })
  expect(logged.at(-1)).toMatchObject({
    status: 200,
    merchant: 'northwind',
    ms: expect.any(Number),
    serviceMs: expect.any(Number),
  })
})

it('an error is told by its kind and place; what it quotes and what hangs on it is not', () => {
  const from = lines.length
  const error = Object.assign(new Error(`Key (email)=(${planted[0]}) of "${planted[1]}" exists`), {
    detail: planted[0],
    code: '23505',
  })
  log.error({ err: error }, 'unforeseen')
  log.info({ ...({ email: planted[0], body: { email: planted[0] } } as object), status: 200 }, 'request')
  readMerchantsAgain()
  const [first = '', second = ''] = lines.slice(from)
  expect(JSON.parse(first)).toMatchObject({ err: { type: 'Error', code: '23505', at: expect.any(Array) } })
  expect(first + second).not.toMatch(/planted/i)
})
