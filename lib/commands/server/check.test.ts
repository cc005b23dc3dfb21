import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { database } from '@/lib/database/open'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { listSubscriptions } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { checkAction } from './action-handlers'
import { sentLongAgo } from './commands-for-tests'

const dashboard = new Dashboard()

it('a check asks on a connection of its own each time, so that no earlier answer settles an action', async () => {
  const seen = new Set<unknown>()
  const service = await listener((response, received, request) => {
    if (request.method === 'POST') return void request.socket.destroy()
    seen.add(request.socket.remotePort)
    json(200, { data: [] })(response, received, request)
  })
  dashboard.serviceAt(service.url)
  const actionId = randomUUID()
  await dashboard.ask(changeAutochargeStatus, {
    params: { buyerId: randomUUID(), subscriptionId: randomUUID() },
    body: { autochargeStatus: false, reason: 'Asked by phone' },
    headers: { 'x-action-id': actionId },
  })
  const now = performance.now.bind(performance)
  for (const ahead of [0, 300]) {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead) // what may be used again has rested
    const check = serveDashboard<{ actionId: string }>('read', checkAction)
    const checked = await dashboard.call(check, 'POST', `/api/desk/actions/${actionId}/check`, { params: { actionId }, body: {} })
    expect(await checked.json()).toMatchObject({ says: 'cannot-tell' })
  }
  expect([service.received.length, seen.size]).toEqual([3, 2])
})

type Ids = { buyerId: string; subscriptionId: string }
type Lost = {
  operation: typeof changeAutochargeStatus | typeof changeExpirationDate | typeof changeBuyerEmail | typeof disableToken
  body: object
}

/** What a check says of a command whose answer was lost, where a read then answers this. `before` is what it had answered. */
async function checked(
  { operation, body }: Lost,
  read: (ids: Ids) => unknown,
  { before, headers, isOld = true }: { before?: (ids: Ids) => unknown; headers?: Record<string, string>; isOld?: boolean } = {},
) {
  const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
  let data = before?.(params)
  const service = await listener((response, received, request) => {
    if (request.method !== 'GET') return void request.socket.destroy()
    json(200, { data }, headers)(response, received, request)
  })
  dashboard.serviceAt(service.url)
  if (before) await dashboard.ask(listSubscriptions, { params })
  data = read(params)
  const actionId = randomUUID()
  await dashboard.ask(operation, { params, body, headers: { 'x-action-id': actionId } })
  if (isOld) await sentLongAgo(await database(), actionId)
  const check = serveDashboard<{ actionId: string }>('read', checkAction)
  return (await dashboard.call(check, 'POST', `/api/desk/actions/${actionId}/check`, { params: { actionId }, body: {} })).json()
}

describe('a check of a subscription or a token', () => {
  const turnOff = { operation: changeAutochargeStatus, body: { autochargeStatus: false, reason: 'Asked by phone' } }
  const listed =
    (...flags: unknown[]) =>
    ({ buyerId, subscriptionId: id }: Ids) =>
      flags.map((autoChargeStatus) => ({ id, buyerId, status: 'active', autoChargeStatus }))

  it.each([
    ['applied', [false]],
    ['not-applied', [true]],
    ['applied', [false, false]],
  ])('is %s where the list says %j', async (says, flags) => {
    expect(await checked(turnOff, listed(...flags), { before: listed(true) })).toMatchObject({ says })
  })

  it('says nothing of what isn’t applied, while it may still be on its way', async () => {
    const why =
      'Autocharge is On, so it hasn’t been applied so far. The service may still be working on it. Check again in a minute.'
    const soon = { before: listed(true), isOld: false }
    expect(await checked(turnOff, listed(true), soon)).toEqual({ says: 'cannot-tell', why })
    expect(await checked(turnOff, listed(false), soon)).toMatchObject({ says: 'applied' })
  })

  it('says nothing where it’s neither what was asked for nor what it was', async () => {
    const moved = { operation: changeExpirationDate, body: { expirationDate: '2031-01-01', reason: 'Goodwill' } }
    const until =
      (day: string) =>
      ({ buyerId, subscriptionId: id }: Ids) => [{ id, buyerId, status: 'active', endDate: `${day}T00:00:00+00:00` }]
    const before = until('2030-05-05')
    const days = { '2031-01-01': 'applied', '2030-05-05': 'not-applied', '2033-03-03': 'cannot-tell' }
    for (const [day, says] of Object.entries(days)) expect(await checked(moved, until(day), { before })).toMatchObject({ says })
    expect(await checked(moved, before)).toMatchObject({ says: 'cannot-tell' }) // nothing was known before
  })

  it.each([[[true, false]], [[false, true]], [[null, false]]])(
    'proves nothing where the list has it twice: %j',
    async (flags) => {
      expect(await checked(turnOff, listed(...flags))).toEqual({
        says: 'cannot-tell',
        why: 'The service’s answer lists this more than once, with different values.',
      })
    },
  )

  it.each([
    ['lists others only', []],
    ['doesn’t tell it', [null]],
  ])('rests on nothing that was known before, where the list %s', async (_, flags) => {
    for (const was of [true, false])
      expect(await checked(turnOff, listed(...flags), { before: listed(was) })).toEqual({
        says: 'cannot-tell',
        why: 'The service’s answer doesn’t show this.',
      })
  })

  it('proves nothing where something on the way had kept the answer', async () => {
    const headers = { age: '60' }
    const why = 'The service’s answer had been kept since an earlier request, so it says nothing about this one.'
    for (const flag of [true, false])
      expect(await checked(turnOff, listed(flag), { headers })).toEqual({ says: 'cannot-tell', why })
  })

  it('finds it also where its id comes in capitals', async () => {
    const inCapitals = (ids: Ids) => listed(false)({ ...ids, subscriptionId: ids.subscriptionId.toUpperCase() })
    expect(await checked(turnOff, inCapitals)).toMatchObject({ says: 'applied' })
  })

  it('proves nothing where a token stands twice and contradicts itself', async () => {
    const id = Math.ceil(Math.random() * 1e9)
    const methods = () => [false, true].map((isEnabled) => ({ id: randomUUID(), tokens: [{ id, isEnabled }] }))
    const lost = { operation: disableToken, body: { chargeMethodTokenId: id } }
    expect(await checked(lost, methods)).toMatchObject({ says: 'cannot-tell' })
  })
})

describe('a check where another action has been sent since', () => {
  /** What a check says of autocharge that was turned off without an answer, once another command was done. */
  async function after(next: Pick<Lost, 'operation' | 'body'>, flag: boolean) {
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    const { buyerId, subscriptionId: id } = params
    let sent = 0
    const subscription = { id, buyerId, status: 'active', autoChargeStatus: true, endDate: '2031-01-01T00:00:00+00:00' }
    const service = await listener((response, received, request) => {
      if (request.method !== 'GET' && ++sent === 1) return void request.socket.destroy()
      json(200, { data: request.method === 'GET' ? [subscription] : subscription })(response, received, request)
    })
    dashboard.serviceAt(service.url)
    await dashboard.ask(listSubscriptions, { params })
    subscription.autoChargeStatus = flag
    const [lost, headers] = [randomUUID(), (more: object) => ({ 'x-action-id': randomUUID(), ...more })]
    const body = { autochargeStatus: false, reason: 'Asked by phone' }
    await dashboard.ask(changeAutochargeStatus, { params, body, headers: headers({ 'x-action-id': lost }) })
    const acknowledged = headers({ 'x-acknowledged-action': lost })
    const answer = await dashboard.ask(next.operation, { params, body: next.body, headers: acknowledged })
    expect(answer.headers.get('x-outcome')).toBe('done')
    await sentLongAgo(await database(), lost)
    const check = serveDashboard<{ actionId: string }>('read', checkAction)
    const asked = { params: { actionId: lost }, body: {} }
    return (await dashboard.call(check, 'POST', `/api/desk/actions/${lost}/check`, asked)).json()
  }

  it('tells nothing of what that has set, too, and is as good as ever for the rest', async () => {
    const on = { operation: changeAutochargeStatus, body: { autochargeStatus: true } }
    const moved = { operation: changeExpirationDate, body: { expirationDate: '2031-01-01', reason: 'Goodwill' } }
    const why = expect.stringContaining('Another action may have set that')
    expect(await after(on, true)).toEqual({ says: 'cannot-tell', why })
    expect([await after(moved, false), await after(moved, true)]).toMatchObject([{ says: 'applied' }, { says: 'not-applied' }])
  })
})

describe('a check of a new buyer', () => {
  it('tells nothing where the buyer was known before', async () => {
    for (const [isKnown, says] of [
      [true, 'cannot-tell'],
      [false, 'applied'],
    ] as const) {
      const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
      const service = await listener((response, received, request) => {
        if (request.method === 'POST') return void request.socket.destroy()
        json(200, { data: request.url?.includes('/email/') ? { buyerId: params.buyerId } : [] })(response, received, request)
      })
      dashboard.serviceAt(service.url)
      if (isKnown) await dashboard.ask(listSubscriptions, { params })
      const [actionId, body] = [randomUUID(), { email: `${randomUUID()}@example.test`, country: 'DE' }]
      const headers = { 'x-action-id': actionId, 'x-buyer-ip': '198.51.100.10' }
      await dashboard.ask(createBuyer, { params: {}, body, headers })
      const check = serveDashboard<{ actionId: string }>('read', checkAction)
      const checked = await dashboard.call(check, 'POST', `/api/desk/actions/${actionId}/check`, {
        params: { actionId },
        body: {},
      })
      expect(await checked.json()).toMatchObject({ says })
    }
  })
})

describe('a check of an e-mail change', () => {
  const change = () => ({ operation: changeBuyerEmail, body: { email: `${randomUUID()}@example.test` } })

  it('isn’t applied only where the buyer still has the address from before', async () => {
    const old = `${randomUUID()}@example.test`
    for (const [holder, says] of [
      ['this', 'not-applied'],
      ['another', 'cannot-tell'],
    ] as const) {
      const params = { buyerId: randomUUID() }
      const found = holder === 'this' ? params.buyerId : randomUUID()
      const service = await listener((response, received, request) => {
        if (request.method !== 'GET') return void request.socket.destroy()
        const isOld = decodeURIComponent(request.url ?? '').includes(old)
        const nobody = { uuid: randomUUID(), code: 3000, message: 'Entity not found', traceId: 't-1' }
        json(isOld ? 200 : 404, isOld ? { data: { buyerId: found } } : nobody)(response, received, request)
      })
      dashboard.serviceAt(service.url)
      const told = { merchant: 'northwind', buyerId: params.buyerId, source: 'person', operation: null, person: null } as const
      await saveFacts([{ entity: 'buyer', field: 'email', value: old }], told)
      const actionId = randomUUID()
      await dashboard.ask(changeBuyerEmail, { params, body: change().body, headers: { 'x-action-id': actionId } })
      await sentLongAgo(await database(), actionId)
      const check = serveDashboard<{ actionId: string }>('read', checkAction)
      const asked = { params: { actionId }, body: {} }
      const answer = await dashboard.call(check, 'POST', `/api/desk/actions/${actionId}/check`, asked)
      expect(await answer.json()).toMatchObject({ says })
    }
  })

  it('is applied where the search finds the buyer', async () => {
    expect(await checked(change(), ({ buyerId }) => ({ buyerId }))).toMatchObject({ says: 'applied' })
    const found = change()
    const again = ({ buyerId }: Ids) => ({ buyerId, email: found.body.email.toUpperCase() })
    expect(await checked(found, again)).toMatchObject({ says: 'applied' })
    expect(await checked(change(), ({ buyerId }) => ({ buyerId: buyerId.toUpperCase() }))).toMatchObject({ says: 'applied' })
  })

  it('proves nothing where what was found has another e-mail than the one looked for', async () => {
    const old = ({ buyerId }: Ids) => ({ buyerId, email: 'old@example.test' })
    expect(await checked(change(), old)).toMatchObject({ says: 'cannot-tell' })
  })
})
