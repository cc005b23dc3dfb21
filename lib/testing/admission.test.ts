import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '@/lib/operations'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { getChargeHistory, getOneClickPrices, listTokens } from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from './dashboard'
import { refusalIn } from './endings'
import { dashboardOrigin } from './environment'
import { json, type Listener, listener } from './listener'
import { routes } from './routes'

const dashboard = new Dashboard()
const changing = (await routes()).filter(
  ({ method, path }) =>
    method !== 'GET' &&
    !/^\/api\/((auth|events|scim|desk\/panel)\/|mcp$|desk\/panel-facts$)/.test(path) &&
    path !== '/api/{address}',
)
const params = { buyerId, subscriptionId, email: 'a@example.test' }
let service: Listener
beforeEach(async () => {
  service = await listener(json(204, undefined))
  dashboard.serviceAt(service.url)
})

const refused = (answer: Response) => refusalIn(answer, service)

describe('a request that changes something comes from a page of ours (A18, A19)', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of our site', { 'sec-fetch-site': 'same-site' }],
    ['an address bar', { 'sec-fetch-site': 'none' }],
    ['a browser of old on another site', { 'sec-fetch-site': null, origin: 'https://evil.test' }],
    ['a look-alike', { 'sec-fetch-site': null, origin: `${dashboardOrigin}.evil.test` }],
    ['our host without TLS', { 'sec-fetch-site': null, origin: dashboardOrigin.replace('https', 'http') }],
    ['a sandbox', { 'sec-fetch-site': null, origin: 'null' }],
    ['nowhere', { 'sec-fetch-site': null }],
    ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: dashboardOrigin }],
  ])('not from %s', async (_, headers) => {
    for (const { method, path, handler } of changing) {
      const answer = await dashboard.call(handler, method, path, { as: 'admin', params, body: {}, headers })
      expect(await refused(answer)).toMatchObject({ status: 403, code: 'foreign_origin' })
    }
  })

  it('and was drawn for whoever is signed in', async () => {
    const body = validBodies.changeBuyerEmail
    const ask = (account: string) => dashboard.ask(changeBuyerEmail, { params, body, headers: { 'x-account': account } })
    const given = { as: 'admin', params, body: {}, headers: { 'x-account': 'somebody-else' } } as const
    for (const { method, path, handler } of changing) {
      const answer = await dashboard.call(handler, method, path, given)
      expect(await refused(answer)).toMatchObject({ status: 409, code: 'other_account' })
    }
    expect((await ask('somebody-else')).headers.get('x-outcome')).toBe('not-sent')
    const { accountId } = await dashboard.account('agent')
    expect((await ask(accountId)).status).toBe(204)
  })

  it('or from a browser of old that names our origin', async () => {
    const headers = { 'sec-fetch-site': null, origin: dashboardOrigin }
    expect((await dashboard.ask(changeBuyerEmail, { params, body: validBodies.changeBuyerEmail, headers })).status).toBe(204)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form of another site is refused as foreign: %s',
    async (type) => {
      const answer = await dashboard.ask(changeBuyerEmail, {
        params,
        body: 'email=a%40example.test',
        headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
      })
      expect(await refused(answer)).toMatchObject({ status: 403, code: 'foreign_origin' })
    },
  )
})

describe('a body is JSON and says so (A21)', () => {
  const sending = (type: string | null, body: unknown = validBodies.changeBuyerEmail) =>
    dashboard.ask(changeBuyerEmail, { params, body, headers: { 'content-type': type } })

  it.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/json,text/plain',
    'application/jsonp',
    'text/json',
    '',
  ])('not %j', async (type) =>
    expect(await refused(await sending(type))).toMatchObject({ status: 415, code: 'unsupported_media_type' }),
  )
  it('not without a type', async () => {
    const body = new Blob([JSON.stringify(validBodies.changeBuyerEmail)]).stream()
    const request = new Request(dashboardOrigin, {
      method: 'PATCH',
      body,
      duplex: 'half',
      headers: { cookie: await dashboard.cookie('agent'), 'sec-fetch-site': 'same-origin' },
    } as RequestInit)
    const [route] = (await routes()).filter(({ method, path }) => method === 'PATCH' && path === '/api/v2/buyers/{buyerId}')
    expect((await route?.handler(request, { params: Promise.resolve({ buyerId }) }))?.status).toBe(415)
  })
  it.each(['application/json', 'application/json;charset=utf-8', 'Application/JSON; Charset=UTF-8'])('but %j', async (type) =>
    expect((await sending(type)).status).toBe(204),
  )
  it.each(['{', 'email=a', '{"email":"a@example.test"', 'undefined'])('that can be read: not %j', async (body) =>
    expect(await refused(await sending('application/json', body))).toMatchObject({ status: 422, code: 'bad_json' }),
  )
  it('that names no key twice', async () => {
    const answer = await sending('application/json', '{"email":"a@example.test","email":"b@example.test"}')
    expect(await refused(answer)).toMatchObject({
      status: 422,
      code: 'bad_json',
      detail: 'The body names a key twice, so nothing was sent.',
    })
  })
  it.each(['', '[]', 'null', '"x"', '7'])('that is an object with the documented fields: not %j', async (body) =>
    expect(await refused(await sending('application/json', body))).toMatchObject({
      status: 422,
      fields: [{ field: '', title: 'Send an object with the documented fields' }],
    }),
  )
  it('without half a character, which no database keeps', async () => {
    const body = { ...validBodies.changeBuyerEmail, reason: 'wait\ud800' }
    expect(await refused(await sending('application/json', JSON.stringify(body)))).toMatchObject({
      status: 422,
      code: 'broken_text',
      fields: [{ field: 'reason', title: 'Remove the broken character' }],
    })
  })
  it('that is not nested without end', async () => {
    const deep = `{"buyerMeta":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}},"email":"a@example.test","country":"DE"}`
    expect(await refused(await dashboard.ask(operations.createBuyer, { body: deep }))).toMatchObject({
      status: 422,
      code: 'too_deep',
    })
  })
})

describe('an id that is not one is not found, and nothing is sent (A23)', () => {
  const ids = [
    ...[
      '..',
      '%2e%2e',
      '%252e%252e',
      'a/../../b',
      'a\\..\\b',
      'x?y',
      'x#y',
      '',
      '-'.repeat(36),
      `{${buyerId}}`,
      `${buyerId}\u0000`,
      `${buyerId}%00`,
    ],
    ...[
      `${buyerId} `,
      ` ${buyerId}`,
      `${buyerId}\n`,
      encodeURIComponent(`${buyerId} `),
      buyerId.replaceAll('-', '%2d'),
      `${buyerId}/..`,
    ],
  ]
  const withIds = (Object.values(operations) as Operation[]).filter(({ path }) => path.includes('{buyerId}'))
  it.each(ids)('%j', async (id) => {
    for (const operation of withIds) {
      const answer = await dashboard.ask(operation, {
        as: 'admin',
        params: { ...params, buyerId: id },
        ...(operation.method === 'GET' ? {} : { body: {} }),
      })
      expect(await refused(answer)).toMatchObject({ status: 400, code: 'not_an_id' })
    }
  })
  it('and an id in capitals is the same in small letters', async () => {
    await dashboard.ask(changeBuyerEmail, { params: { buyerId: buyerId.toUpperCase() }, body: validBodies.changeBuyerEmail })
    expect(service.received[0]?.url).toBe(`/api/v2/buyers/${buyerId}`)
  })
  it('and an address with a percent sign in it is an address', async () => {
    await dashboard.ask(operations.findBuyerByEmail, { params: { email: '50%off/x@example.test' } })
    expect(service.received[0]?.url).toBe('/api/v2/buyers/email/50%25off%2Fx%40example.test')
  })
})

describe('what is asked beside is known or refused', () => {
  it.each(['baseUrl', 'url', 'host', 'headers', 'merchantKey', 'path', 'x-token'])(
    'a body with the key %s is not sent (A24)',
    async (key) => {
      expect(
        await refused(await dashboard.ask(disableToken, { params, body: { ...validBodies.disableToken, [key]: 'x' } })),
      ).toMatchObject({
        status: 422,
        fields: [{ field: key, title: 'Unknown field. Remove it.' }],
      })
    },
  )
  it.each([
    ['?page=2', 'page'],
    ['?limit=25&sort=desc', 'sort'],
    ['?limit=-1', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?orderIds=Wq7LmR2x', 'orderIds'],
    ['?__proto__=x', '__proto__'],
  ])('a query of %s is not sent', async (search, field) => {
    const { status, fields } = await refused(await dashboard.ask(getChargeHistory, { params, search }))
    expect([status, fields.map((each) => each.field)]).toEqual([422, [field]])
  })
  it('an operation without query parameters takes none', async () => {
    expect(await refused(await dashboard.ask(listTokens, { params, search: '?limit=5' }))).toMatchObject({
      status: 422,
      fields: [{ field: 'limit' }],
    })
  })
  it('a merchant account that is not there is named as the fault (A25)', async () => {
    expect(
      await refused(
        await dashboard.ask(getOneClickPrices, {
          params,
          body: validBodies.getOneClickPrices,
          headers: { 'x-merchant': 'southbay' },
        }),
      ),
    ).toMatchObject({
      status: 422,
      fields: [{ field: 'x-merchant', title: 'Unknown merchant account' }],
    })
  })
  it.each([null, '', 'x', '31d21526', '31d21526-a9d9-4b2f-ae75-32594eee278z'])(
    'a command without a sound x-action-id is not sent: %j',
    async (id) => {
      const answer = await dashboard.ask(disableToken, { params, body: validBodies.disableToken, headers: { 'x-action-id': id } })
      expect(await refused(answer)).toMatchObject({ status: 422, kind: 'invalid', fields: [{ field: 'x-action-id' }] })
      expect(answer.headers.get('x-outcome')).toBe('not-sent')
    },
  )
  it.each([
    ['x-ticket', 't'.repeat(65)],
    ['x-analytics-client-id', 'x'.repeat(129)],
  ])('a header %s that is too long is not sent', async (name, value) => {
    expect(
      await refused(
        await dashboard.ask(operations.createInitialOrder, { body: validBodies.createInitialOrder, headers: { [name]: value } }),
      ),
    ).toMatchObject({ status: 422, fields: [{ field: name }] })
  })
})
