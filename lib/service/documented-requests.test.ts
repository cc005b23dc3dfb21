import { beforeEach, describe, expect, it } from 'vitest'
import { type OperationName, operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { northwind, startWith } from '@/lib/testing/environment'
import { json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand, sendQuery } from './ask'
import { tokenOf } from './transport'

beforeEach(() => startWith())

const entity = (data: object) => ({ data, meta: { type: 'entity' } })
const subscription = entity({ id: subscriptionId, status: 'active' })

// Method, path, query and body as the contract has them, written down here a second time on purpose.
const documented: Record<OperationName, { asks: object; line: string; answer: [number, unknown] }> = {
  createBuyer: { asks: {}, line: 'POST /api/v2/buyers', answer: [201, entity({ id: buyerId })] },
  disableToken: { asks: {}, line: `PUT /api/v3/buyers/${buyerId}/disable-token`, answer: [204, undefined] },
  enableToken: { asks: {}, line: `PUT /api/v3/buyers/${buyerId}/enable-token`, answer: [204, undefined] },
  createInitialOrder: {
    asks: {},
    line: 'POST /api/v3/initials/url',
    answer: [200, entity({ url: 'https://pay.example.test/Wq7LmR2x', params: {} })],
  },
  changeAutochargeStatus: {
    asks: {},
    line: `POST /api/v2/buyers/${buyerId}/subscriptions/${subscriptionId}/change_autocharge_status`,
    answer: [200, subscription],
  },
  changeExpirationDate: {
    asks: {},
    line: `POST /api/v2/buyers/${buyerId}/subscriptions/${subscriptionId}/change_expiration_date`,
    answer: [200, subscription],
  },
  downgradeSubscription: {
    asks: {},
    line: `POST /api/v2/buyers/${buyerId}/subscriptions/${subscriptionId}/downgrade`,
    answer: [200, subscription],
  },
  changeBuyerEmail: { asks: {}, line: `PATCH /api/v2/buyers/${buyerId}`, answer: [204, undefined] },
  getOneClickPrices: {
    asks: {},
    line: `POST /api/v3/buyers/${buyerId}/products/bundles`,
    answer: [200, { data: { bundles: [] }, meta: [] }],
  },
  getChargeHistory: {
    asks: { search: { limit: 25, offset: 50, orderIds: ['Wq7LmR2x', 'a&b'] } },
    line: `GET /api/v3/buyers/${buyerId}/charge/history?limit=25&offset=50&orderIds%5B%5D=Wq7LmR2x&orderIds%5B%5D=a%26b`,
    answer: [200, { data: [] }],
  },
  findBuyerByEmail: {
    asks: { params: { email: 'a+b/c%d@example.test' } },
    line: 'GET /api/v2/buyers/email/a%2Bb%2Fc%25d%40example.test',
    answer: [200, entity({ buyerId })],
  },
  listTokens: { asks: {}, line: `GET /api/v3/buyers/${buyerId}/tokens`, answer: [200, { data: [] }] },
  listSubscriptions: {
    asks: { search: { ids: [subscriptionId] } },
    line: `GET /api/v2/buyers/${buyerId}/subscriptions?ids%5B%5D=${subscriptionId}`,
    answer: [200, { data: [] }],
  },
  listDowngradeTargets: {
    asks: { search: { isMobile: 'false' } },
    line: `GET /api/v2/buyers/${buyerId}/subscriptions/${subscriptionId}/downgrade?isMobile=false`,
    answer: [200, entity({ products: [] })],
  },
}

const ofTheConnection = ['host', 'connection', 'content-length', 'transfer-encoding']
const signed = ['x-public-key', 'x-buyer-ip', 'x-date', 'x-token', 'x-source', 'x-id']

describe.each(Object.keys(documented) as OperationName[])('%s', (name) => {
  const operation = operations[name] as Operation
  const { asks, line, answer } = documented[name]
  const body = (validBodies as Partial<Record<OperationName, object>>)[name]

  it('sends the documented method, path, query and body, signed, and nothing else', async () => {
    const service = await listener(json(...answer))
    const request = requestTo(service.url, { params: { buyerId, subscriptionId }, body, ...asks })
    await (operation.kind === 'query'
      ? sendQuery(operation as Operation<'query'>, request)
      : sendCommand(operation as Operation<'command'>, request))

    expect(service.received).toHaveLength(1)
    const [{ method, url, headers, body: sent } = { method: '', url: '', headers: {}, body: '' }] = service.received
    expect(`${method} ${url}`).toBe(line)
    expect(sent).toBe(body === undefined ? '' : JSON.stringify(body))
    const expected = ['accept', ...signed, ...(body === undefined ? [] : ['content-type'])]
    expect(
      Object.keys(headers)
        .filter((header) => !ofTheConnection.includes(header))
        .sort(),
    ).toEqual(expected.sort())
    expect(headers).toMatchObject({
      'x-public-key': northwind.publicKey,
      'x-buyer-ip': '203.0.113.24',
      'x-source': 'shop',
      'x-id': 'northwind-desk',
    })
    expect(headers['x-date']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
    expect(headers['x-token']).toBe(tokenOf(northwind, '203.0.113.24', headers['x-date'] ?? ''))
    if (body !== undefined) expect(headers['content-type']).toBe('application/json')
  })
})

it('an account’s own date format, source and a header it declares are what goes out', async () => {
  const service = await listener(json(200, entity({ url: 'x' })))
  const request = requestTo(service.url, {
    body: validBodies.createInitialOrder,
    headers: { 'x-google-analytics-client-id': 'GA1.2' },
  })
  await sendCommand(operations.createInitialOrder, {
    ...request,
    merchant: { ...request.merchant, dateFormat: 'Y-m-dTH:i:s', source: 'staff' },
  })
  const { headers } = service.received[0] ?? { headers: {} as Record<string, string> }
  expect(headers).toMatchObject({ 'x-source': 'staff', 'x-google-analytics-client-id': 'GA1.2' })
  expect(headers['x-date']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  expect(headers['x-token']).toBe(tokenOf(northwind, '203.0.113.24', headers['x-date'] ?? ''))
})

it('a header that a caller declares never replaces one that signs', async () => {
  const service = await listener(json(200, { data: [] }))
  await sendQuery(
    operations.listTokens,
    requestTo(service.url, { params: { buyerId }, headers: { 'x-token': 'forged', 'x-id': 'forged' } }),
  )
  expect(service.received[0]?.headers['x-id']).toBe('northwind-desk')
  expect(service.received[0]?.headers['x-token']).toHaveLength(64)
})

it('a path before the service’s own is kept', async () => {
  const service = await listener(json(200, { data: [] }))
  await sendQuery(operations.listTokens, requestTo(`${service.url}/gateway`, { params: { buyerId } }))
  expect(service.received[0]?.url).toBe(`/gateway/api/v3/buyers/${buyerId}/tokens`)
})
