import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { createImport } from '@/lib/imports/server/store'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { Dashboard } from './dashboard'
import { northwind } from './environment'
import { json, type Listener, listener } from './listener'
import { routes } from './routes'

const open = { ...northwind, code: 'open', name: 'Open' }
const ofManagers = { ...northwind, code: 'managers', name: 'Managers only', roles: ['manager'] }
const ofOne = { ...northwind, code: 'one', name: 'One person', people: ['Agent@Desk.example.test'] }
const dashboard = new Dashboard({ merchants: [ofManagers, ofOne, open] })
const params = { buyerId, subscriptionId }

let service: Listener
beforeEach(async () => {
  service = await listener(json(200, { data: [], meta: { total: 0 } }))
  dashboard.serviceAt(service.url)
})

const handlers = await routes()
async function call(method: string, path: string, as: Role, merchant: string, given: object = {}) {
  const [route] = handlers.filter((each) => each.method === method && each.path === path)
  if (!route) throw new Error(`There is no ${method} ${path}`)
  return dashboard.call(route.handler, method, path, { as, params, headers: { 'x-merchant': merchant }, ...given })
}

describe('who may use a merchant account is checked in the handler (A25)', () => {
  const person = (role: Role, email = `${role}@desk.example.test`) => ({ accountId: '', sessionId: '', name: '', role, email })

  it('one that names nobody is everybody’s; one that names roles or people is theirs', () => {
    const codes = (who: ReturnType<typeof person>) => merchantsOf(who).map(({ code }) => code)
    expect(codes(person('agent'))).toEqual(['one', 'open'])
    expect(codes(person('manager'))).toEqual(['managers', 'open'])
    expect(codes(person('finance'))).toEqual(['open'])
  })

  it.each([
    ['manager', 'managers', 200],
    ['agent', 'managers', 403],
    ['admin', 'managers', 403],
    ['agent', 'one', 200],
    ['manager', 'one', 403],
    ['agent', 'open', 200],
    ['agent', 'nobody', 422],
  ] as const)('%s asks of %s: %i', async (as, merchant, status) => {
    const answer = await dashboard.ask(getChargeHistory, { as, params, headers: { 'x-merchant': merchant } })
    expect([answer.status, service.received.length]).toEqual([status, status === 200 ? 1 : 0])
    if (status === 403) expect(await answer.json()).toMatchObject({ kind: 'forbidden', code: 'merchant_closed', fields: [] })
  })

  it('by default the first that is open to the person', async () => {
    const keys = () => service.received.at(-1)?.headers['x-public-key']
    expect((await dashboard.ask(getChargeHistory, { as: 'finance', params })).status).toBe(200)
    expect(keys()).toBe(open.publicKey)
  })

  it('a command is not sent, and its action is nobody else’s to see, settle or repeat', async () => {
    const asked = { params, body: validBodies.changeExpirationDate }
    const closed = await dashboard.ask(changeExpirationDate, { ...asked, as: 'agent', headers: { 'x-merchant': 'managers' } })
    expect([closed.status, closed.headers.get('x-outcome'), service.received]).toEqual([403, 'not-sent', []])
    dashboard.serviceAt((await listener((response) => void response.destroy())).url)
    const actionId = randomUUID()
    const headers = { 'x-merchant': 'managers', 'x-action-id': actionId }
    const sent = await dashboard.ask(changeExpirationDate, { ...asked, as: 'manager', headers })
    expect(sent.headers.get('x-outcome')).toBe('unconfirmed')
    const of = { params: { actionId }, headers: {} }
    expect((await call('GET', '/api/desk/actions/{actionId}', 'manager', '', of)).status).toBe(200)
    for (const [method, path, body] of [
      ['GET', '/api/desk/actions/{actionId}', undefined],
      ['POST', '/api/desk/actions/{actionId}/check', {}],
      ['POST', '/api/desk/actions/{actionId}/send-again', {}],
      ['POST', '/api/desk/actions/{actionId}/settle', { as: 'happened', how: 'checked', reason: 'Seen' }],
    ] as const)
      expect([path, (await call(method, path, 'admin', '', { ...of, body })).status]).toEqual([path, 403])
    const journal = async (as: Role) => (await (await call('GET', '/api/desk/journal', as, '', { headers: {} })).json()).actions
    expect([(await journal('manager')).length, (await journal('admin')).length]).toEqual([1, 0])
  })
})

it('lists of the refund desk leave out what is closed, and its rows are not opened or moved', async () => {
  const store = await database()
  const row = {
    id: randomUUID(),
    state: 'approved' as const,
    version: 2,
    merchant: 'managers',
    buyer_id: buyerId,
    charge_id: 'c',
    charge: '{}',
    provider: 'acq',
    mid: null,
    amount: '1.00',
    currency: 'EUR',
    reason: 'Asked',
    ticket: null,
    account_id: 'a',
    person: 'A',
    asked_at: '2026-01-01T00:00:00Z',
    waiting_since: '2026-01-01T00:00:00Z',
    batch_id: null,
  }
  await store.insertInto('refunds').values(row).execute()
  const bodyFor = async (path: string, as: Role) => (await call('GET', path, as, '', { headers: {} })).json()
  const counts = async (as: Role) => {
    const { refunds, counts } = await bodyFor('/api/desk/refunds', as)
    return [refunds.length, counts.approved, (await bodyFor('/api/desk/refunds/batches', as)).offers.length]
  }
  expect([await counts('manager'), await counts('finance')]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ])
  const of = { params: { refundId: row.id }, headers: {} }
  expect((await call('GET', '/api/desk/refunds/{refundId}', 'finance', '', of)).status).toBe(403)
  const body = { version: 2, outcome: 'done', reference: 'RF-1' }
  expect((await call('POST', '/api/desk/refunds/{refundId}/end', 'finance', '', { ...of, body })).status).toBe(403)
  const batch = { merchant: 'managers', provider: 'acq', mid: null }
  expect((await call('POST', '/api/desk/refunds/batches', 'finance', '', { headers: {}, body: batch })).status).toBe(403)
})

/** Every route that is about a buyer, and those that take an account from the header alone. */
const ofMerchant = handlers.filter(({ path }) => path.includes('{buyerId}') || path === '/api/desk/search')
it.each(ofMerchant.map(({ method, path }) => [method, path]))(
  '%s %s is not answered of a closed account',
  async (method, path) => {
    const answer = await call(method, path, 'manager', 'one', method === 'GET' ? {} : { body: {} })
    expect(service.received).toEqual([])
    expect([403, 422]).toContain(answer.status)
    const body = await answer.json()
    if (answer.status === 422) expect(body.fields.length).toBeGreaterThan(0)
  },
)

it('the lists of a closed account are not listed, read, begun or taken out', async () => {
  const draft = { merchant: 'managers', digest: 'd', columns: ['buyerId'], mapping: { buyerId: 0 }, state: 'checked' as const }
  const { id } = await createImport(await database(), draft, { accountId: 'a', name: 'Root' })
  const listed = async () => (await (await call('GET', '/api/desk/imports', 'admin', 'open')).json()).imports
  expect(await listed()).toEqual([])
  for (const [method, path, body] of [
    ['GET', '/api/desk/imports/{importId}', undefined],
    ['GET', '/api/desk/imports/{importId}/rejected', undefined],
    ['POST', '/api/desk/imports/{importId}/check', { mapping: { buyerId: 0 } }],
    ['POST', '/api/desk/imports/{importId}/start', {}],
    ['DELETE', '/api/desk/imports/{importId}', undefined],
  ] as const) {
    const answer = await call(method, path, 'admin', 'open', { params: { importId: id }, ...(body ? { body } : {}) })
    expect([method, path, answer.status]).toEqual([method, path, 403])
  }
})
