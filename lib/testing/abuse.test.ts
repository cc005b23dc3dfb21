import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { operations } from '@/lib/operations'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from './dashboard'
import { json, type Listener, listener } from './listener'
import { type Route, routes } from './routes'

// What is refused everywhere, generated over every handler there is: a new one is asked too.

const dashboard = new Dashboard()
const ids = Object.fromEntries(
  [
    'accountId',
    'actionId',
    'approvalId',
    'ruleId',
    'guideId',
    'importId',
    'noteId',
    'quoteId',
    'refundId',
    'batchId',
    'viewId',
    'handoverId',
    'promiseId',
    'eventId',
    'alertId',
    'incidentId',
    'tokenId',
    'passkeyId',
    'hookId',
    'deliveryId',
  ].map((name) => [name, buyerId]),
)
const params = {
  ...ids,
  buyerId,
  subscriptionId,
  email: 'a@example.test',
  key: 'a',
  code: 'northwind',
  chunk: '0',
  operation: 'changeAutochargeStatus',
}
const withBodies = (Object.values(operations) as Operation[]).filter(({ method }) => method !== 'GET')
const all = await routes()
/** The panel is let in by a help desk's signature and not by a session; lib/panel tries what it refuses. */
const isPanel = (path: string) => path.startsWith('/api/desk/panel')
const changing = all.filter(
  ({ method, path }) => !['GET', 'DELETE'].includes(method) && path.startsWith('/api/desk/') && !isPanel(path),
)

/** Handlers that are told all they need by their address, and read no body; and a file, which is read as one. */
const withoutBody = new Set([
  'POST /api/desk/actions/{actionId}/check',
  'POST /api/desk/actions/{actionId}/send-again',
  'POST /api/desk/actions/{actionId}/undo',
  'POST /api/desk/imports/{importId}/start',
  'POST /api/desk/merchants/{code}/test',
  'POST /api/desk/people/{accountId}/passkeys',
  'POST /api/desk/people/{accountId}/password',
  'POST /api/desk/quotes/{quoteId}/check',
  'POST /api/desk/quotes/{quoteId}/share',
  'POST /api/desk/quotes/{quoteId}/withdraw',
  'POST /api/desk/imports',
])
const reading = changing.filter(({ method, path }) => !withoutBody.has(`${method} ${path}`))

let service: Listener
beforeEach(async () => {
  service = await listener(json(204, undefined))
  dashboard.serviceAt(service.url)
})

type Refused = { code: string | null; fields: { field: string }[] }

async function refusedWith(answer: Response): Promise<Refused & { status: number }> {
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(text).not.toMatch(/\bat .*\.ts|node_modules/)
  expect(service.received).toEqual([])
  return { status: answer.status, ...(JSON.parse(text) as Refused) }
}

const asRoles = ['admin', 'manager'] as const

/** As whoever may: a manager where an admin may not. */
async function asked({ method, path, handler }: Route, given: { body: unknown; headers?: Record<string, string | null> }) {
  for (const as of asRoles) {
    const answer = await dashboard.call(handler, method, path.replace(/\{\w+Id\}/g, buyerId), { as, params, ...given })
    if (answer.status !== 403) return answer
  }
  throw new Error(`${method} ${path} is for neither ${asRoles.join(' nor ')}`)
}

/** Where a body has one of several forms, the form it has. */
const formOf: Record<string, object | undefined> = {
  'POST /api/desk/account/passkeys': { name: 'A key' },
  'POST /api/desk/buyers/{buyerId}/facts': { tokenId: 1, isEnabled: true },
  'PATCH /api/desk/people/{accountId}': { role: 'agent' },
  'POST /api/desk/refunds/{refundId}/end': { version: 1, outcome: 'done', reference: 'x' },
}

/** A hook’s own address; HOOK_HOSTS says where it may lead. */
const hasUrl = /\/hooks(\/\{hookId\})?$/
const strange = ['baseUrl', 'url', 'host', 'headers', 'merchantKey', 'path', 'x-token', '__proto__']

describe('a body with a key that is not known is refused by its name (A24)', () => {
  it.each(withBodies.map((operation) => ({ operation, name: operation.name })))('$name', async ({ operation, name }) => {
    for (const key of strange) {
      const body = JSON.stringify((validBodies as Record<string, object>)[name]).replace('{', `{${JSON.stringify(key)}:"x",`)
      expect(await refusedWith(await dashboard.ask(operation, { as: 'admin', params, body }))).toMatchObject({
        status: 422,
        code: 'unknown_key',
        fields: [{ field: key, title: 'Unknown field. Remove it.' }],
      })
    }
  })

  it.each(reading.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))('$name', async (route) => {
    for (const key of strange.filter((key) => key !== 'url' || !hasUrl.test(route.path))) {
      const body = JSON.stringify({ ...formOf[route.name] }).replace(
        /,?\}$/,
        (end) => `${formOf[route.name] ? ',' : ''}"${key}":"x"${end}`,
      )
      const { status, code, fields } = await refusedWith(await asked(route, { body }))
      expect([key, status, code, fields.some(({ field }) => field === key)]).toEqual([key, 422, 'unknown_key', true])
    }
  })
})

describe('a body that is not JSON, or does not say so, is not read (A21)', () => {
  const types = [
    'text/plain',
    'application/json; charset=utf-16',
    'application/json,text/plain',
    'multipart/form-data; boundary=x',
  ]
  it.each(withBodies.map((operation) => ({ operation, name: operation.name })))('$name', async ({ operation, name }) => {
    for (const type of types) {
      const body = (validBodies as Record<string, object>)[name]
      const answer = await dashboard.ask(operation, { as: 'admin', params, body, headers: { 'content-type': type } })
      expect([type, (await refusedWith(answer)).status]).toEqual([type, 415])
    }
  })
  it.each(reading.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))('$name', async (route) => {
    for (const type of types)
      expect([type, (await refusedWith(await asked(route, { body: {}, headers: { 'content-type': type } }))).status]).toEqual([
        type,
        415,
      ])
  })
})

describe('whatever stands in a part of a path that is free is refused or found to be nothing (A23)', () => {
  // As Next gives them to a handler: decoded once.
  const strangers = [
    '%',
    '%zz',
    '%E0%A4%A',
    'a\u0000b',
    '\u0000',
    '\ud800',
    '..',
    '../../x',
    "' or 1=1 --",
    '🦊',
    'x'.repeat(5_000),
  ]
  const withParts = all.filter(({ path }) => /\{\w+\}/.test(path) && !/\{(nextauth|address)\}/.test(path))

  it.each(withParts.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))(
    '$name',
    async ({ method, path, handler }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      for (const name of names)
        for (const stranger of strangers) {
          const secrets = [name, stranger.slice(0, 20)]
          const body = method === 'GET' ? undefined : {}
          for (const as of ['agent', ...asRoles] as const) {
            const { status } = await dashboard.call(handler, method, '/api/x', {
              as,
              params: { ...params, [name]: stranger },
              body,
            })
            if (status === 403) continue
            expect([
              ...secrets,
              name.endsWith('Id') && method === 'GET' ? [400, 404].includes(status) : status >= 400 && status < 500,
            ]).toEqual([...secrets, true])
          }
        }
      expect(service.received).toEqual([])
    },
  )
})

describe('what a person writes cannot break a line of the record (A29)', () => {
  const nasty = ['a\r\nb', 'a\u0000b', '\u001b[31mred', 'a\u0085b']
  it.each(nasty)('%j is refused as a reason, with its field', async (reason) => {
    const body = { expirationDate: '2099-06-30', reason }
    expect(await refusedWith(await dashboard.ask(operations.changeExpirationDate, { params, body }))).toMatchObject({
      status: 422,
      fields: [{ field: 'reason' }],
    })
  })
  it.each(['a\u001b[31m', 'é'.repeat(3), 'x'.repeat(129)])('%j is refused as an analytics id', async (id) => {
    const headers = { 'x-analytics-client-id': encodeURIComponent(id) === id ? id : Buffer.from(id).toString('latin1') }
    const answer = await dashboard.ask(createInitialOrder, { body: validBodies.createInitialOrder, headers })
    expect(await refusedWith(answer)).toMatchObject({ status: 422, fields: [{ field: 'x-analytics-client-id' }] })
  })
  it('an address that only a caller claims stands nowhere in the journal (A28)', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4', 'user-agent': 'a\u00a0\tb' }
    await dashboard.ask(operations.disableToken, { params, body: validBodies.disableToken, headers })
    const rows = await (await database()).selectFrom('journal').select('detail').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ detail }) => detail.includes('1.2.3.4'))).toEqual([])
  })
})

describe('a buyer is sent back to a shop of ours or nowhere (A30)', () => {
  it.each([
    'javascript:alert(1)',
    'http://shop.example.test/',
    '//evil.test',
    'https://u:p@shop.example.test/',
    'https://h\\@evil.test/',
    'https://shоp.example.test/',
    `https://shop.example.test/${'a'.repeat(3_000)}`,
    'https://{{x}}.example.test/',
    '{{x}}',
  ])('%s', async (returnUrl) => {
    const answer = await dashboard.ask(createInitialOrder, { body: { ...validBodies.createInitialOrder, returnUrl } })
    expect(await refusedWith(answer)).toMatchObject({ status: 422, fields: [{ field: 'returnUrl' }] })
  })
})
