import { beforeEach, describe, expect, it } from 'vitest'
import { createInitialOrder, operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import { buyerId, soundBodies, subscriptionId } from '@/lib/operations/testing/sound-bodies'
import { database } from './database/open'
import { Desk } from './testing/desk'
import { json, type Listener, listener } from './testing/listener'
import { type Route, routes } from './testing/routes'

// What is refused everywhere, generated over every handler there is: a new one is asked too.

const desk = new Desk()
const ids = Object.fromEntries(
  ['accountId', 'actionId', 'approvalId', 'ruleId', 'guideId', 'importId', 'noteId', 'quoteId', 'refundId', 'batchId'].map(
    (name) => [name, buyerId],
  ),
)
const params = {
  ...ids,
  buyerId,
  subscriptionId,
  email: 'a@example.test',
  key: 'a',
  code: 'northwind',
  operation: 'changeAutochargeStatus',
}
const withBodies = (Object.values(operations) as Operation[]).filter(({ method }) => method !== 'GET')
const changing = (await routes()).filter(
  ({ method, path }) => !['GET', 'DELETE'].includes(method) && path.startsWith('/api/desk/'),
)

/** Handlers that are told all they need by their address, and read no body; and a file, which is read as one. */
const withoutBody = new Set([
  'POST /api/desk/actions/{actionId}/check',
  'POST /api/desk/actions/{actionId}/send-again',
  'POST /api/desk/actions/{actionId}/undo',
  'POST /api/desk/imports/{importId}/start',
  'POST /api/desk/merchants/{code}/test',
  'POST /api/desk/people/{accountId}/password',
  'POST /api/desk/quotes/{quoteId}/share',
  'POST /api/desk/imports',
])
const reading = changing.filter(({ method, path }) => !withoutBody.has(`${method} ${path}`))

let service: Listener
beforeEach(async () => {
  service = await listener(json(204, undefined))
  desk.serviceAt(service.url)
})

type Told = { code: string | null; fields: { field: string }[] }

async function told(answer: Response): Promise<Told & { status: number }> {
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(text).not.toMatch(/\bat .*\.ts|node_modules/)
  expect(service.received).toEqual([])
  return { status: answer.status, ...(JSON.parse(text) as Told) }
}

const asRoles = ['admin', 'manager'] as const

/** As whoever may: a manager where an admin may not. */
async function asked({ method, path, handler }: Route, given: { body: unknown; headers?: Record<string, string | null> }) {
  for (const as of asRoles) {
    const answer = await desk.call(handler, method, path.replace(/\{\w+Id\}/g, buyerId), { as, params, ...given })
    if (answer.status !== 403) return answer
  }
  throw new Error(`${method} ${path} is for neither ${asRoles.join(' nor ')}`)
}

/** Where a body has one of several forms, the form it has. */
const formOf: Record<string, object | undefined> = {
  'POST /api/desk/buyers/{buyerId}/facts': { tokenId: 1, isEnabled: true },
  'PATCH /api/desk/people/{accountId}': { role: 'agent' },
  'POST /api/desk/refunds/{refundId}/end': { version: 1, outcome: 'done', reference: 'x' },
}

const strange = ['baseUrl', 'url', 'host', 'headers', 'merchantKey', 'path', 'x-token', '__proto__']

describe('a body with a key that is not known is refused by its name (A24)', () => {
  it.each(withBodies.map((operation) => ({ operation, name: operation.name })))('$name', async ({ operation, name }) => {
    for (const key of strange) {
      const body = JSON.stringify((soundBodies as Record<string, object>)[name]).replace('{', `{${JSON.stringify(key)}:"x",`)
      expect(await told(await desk.ask(operation, { as: 'admin', params, body }))).toMatchObject({
        ...{ status: 422, code: 'unknown_key' },
        fields: [{ field: key, title: 'This field is not known here; leave it out' }],
      })
    }
  })

  it.each(reading.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))('$name', async (route) => {
    for (const key of strange) {
      const body = JSON.stringify({ ...formOf[route.name] }).replace(
        /,?\}$/,
        (end) => `${formOf[route.name] ? ',' : ''}"${key}":"x"${end}`,
      )
      const { status, code, fields } = await told(await asked(route, { body }))
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
      const body = (soundBodies as Record<string, object>)[name]
      const answer = await desk.ask(operation, { as: 'admin', params, body, headers: { 'content-type': type } })
      expect([type, (await told(answer)).status]).toEqual([type, 415])
    }
  })
  it.each(reading.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))('$name', async (route) => {
    for (const type of types)
      expect([type, (await told(await asked(route, { body: {}, headers: { 'content-type': type } }))).status]).toEqual([
        type,
        415,
      ])
  })
})

describe('what a person writes cannot break a line of the record (A29)', () => {
  const nasty = ['a\r\nb', 'a\u0000b', '\u001b[31mred', 'a\u0085b']
  it.each(nasty)('%j is refused as a reason, with its field', async (reason) => {
    const body = { expirationDate: '2099-06-30', reason }
    expect(await told(await desk.ask(operations.changeExpirationDate, { params, body }))).toMatchObject({
      ...{ status: 422, fields: [{ field: 'reason' }] },
    })
  })
  it.each(['a\u001b[31m', 'é'.repeat(3), 'x'.repeat(129)])('%j is refused as an analytics id', async (id) => {
    const headers = { 'x-analytics-client-id': encodeURIComponent(id) === id ? id : Buffer.from(id).toString('latin1') }
    const answer = await desk.ask(createInitialOrder, { body: soundBodies.createInitialOrder, headers })
    expect(await told(answer)).toMatchObject({ status: 422, fields: [{ field: 'x-analytics-client-id' }] })
  })
  it('an address that only a caller claims stands nowhere in the journal (A28)', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4', 'user-agent': 'a\u00a0\tb' }
    await desk.ask(operations.disableToken, { params, body: soundBodies.disableToken, headers })
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
    const answer = await desk.ask(createInitialOrder, { body: { ...soundBodies.createInitialOrder, returnUrl } })
    expect(await told(answer)).toMatchObject({ status: 422, fields: [{ field: 'returnUrl' }] })
  })
})
