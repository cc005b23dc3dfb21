import { describe, expect, it } from 'vitest'
import { isObject } from '@/lib/core/json'
import { type OperationName, operations } from '.'
import type { Operation } from './declare/operation'
import { pathFor, searchFor } from './path'
import { refusals } from './testing/refusals'
import { validBodies } from './testing/valid-bodies'

const all = Object.entries(operations) as [OperationName, Operation][]

it('the ten of the interface document and the four reads beside it stand at the service’s own methods and paths', () => {
  expect(all.map(([name, { kind, method, path }]) => `${name} ${kind} ${method} ${path}`)).toEqual([
    'createBuyer command POST /api/v2/buyers',
    'disableToken command PUT /api/v3/buyers/{buyerId}/disable-token',
    'enableToken command PUT /api/v3/buyers/{buyerId}/enable-token',
    'createInitialOrder command POST /api/v3/initials/url',
    'changeAutochargeStatus command POST /api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/change_autocharge_status',
    'changeExpirationDate command POST /api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/change_expiration_date',
    'downgradeSubscription command POST /api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/downgrade',
    'changeBuyerEmail command PATCH /api/v2/buyers/{buyerId}',
    'getOneClickPrices query POST /api/v3/buyers/{buyerId}/products/bundles',
    'getChargeHistory query GET /api/v3/buyers/{buyerId}/charge/history',
    'findBuyerByEmail query GET /api/v2/buyers/email/{email}',
    'listTokens query GET /api/v3/buyers/{buyerId}/tokens',
    'listSubscriptions query GET /api/v2/buyers/{buyerId}/subscriptions',
    'listDowngradeTargets query GET /api/v2/buyers/{buyerId}/subscriptions/{subscriptionId}/downgrade',
  ])
})

it('every operation is called by its own name, says what it does and whose success is which', () => {
  for (const [name, operation] of all) expect([name, operation.name, operation.summary.length > 10]).toEqual([name, name, true])
  const success = Object.fromEntries(
    all.filter(([, { success }]) => success !== 200).map(([name, { success }]) => [name, success]),
  )
  expect(success).toEqual({ createBuyer: 201, disableToken: 204, enableToken: 204, changeBuyerEmail: 204 })
})

it('a read that others call stale exists', () => {
  for (const [, { stale = [] }] of all) for (const name of stale) expect(operations).toHaveProperty(name)
})

describe('a body', () => {
  it.each(Object.entries(validBodies))('of %s that is sound is sent as it is', (name, body) => {
    expect(operations[name as OperationName].body.parse(body)).toEqual(body)
  })

  const strangers = ['baseUrl', 'url', 'host', 'headers', 'merchantKey', 'path', 'x-token', '__proto__', 'constructor']
  const free = new Set(['metaData', 'buyerMeta']) // the merchant's own maps hold what they like
  const levels = Object.entries(validBodies).flatMap(([name, body]) =>
    objectsIn(body).map((path) => [name, path.join('.'), path] as const),
  )

  it.each(levels)('of %s refuses a key nobody knows at "%s"', (name, _, path) => {
    for (const stranger of strangers) {
      const body = withKey(validBodies[name as keyof typeof validBodies], path, stranger)
      expect(refusals(operations[name as OperationName].body, body)).toEqual([`${[...path, stranger].join('.')}: unknown`])
    }
  })

  function objectsIn(value: unknown, path: string[] = []): string[][] {
    const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : []
    return [
      ...(isObject(value) ? [path] : []),
      ...inner.filter(([key]) => !free.has(key)).flatMap(([key, each]) => objectsIn(each, [...path, key])),
    ]
  }

  function withKey(value: unknown, [key, ...rest]: string[], stranger: string): unknown {
    if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? withKey(each, rest, stranger) : each))
    if (!isObject(value)) return value
    if (key === undefined) return Object.fromEntries([...Object.entries(value), [stranger, 'x']])
    return { ...value, [key]: withKey(value[key], rest, stranger) }
  }
})

describe('a body says what is wrong with it', () => {
  it.each([
    ['disableToken', {}, 'chargeMethodTokenId: Enter a whole number from 1 to 2147483647'], // service-facts 2.10: it might act on every token
    ['enableToken', { chargeMethodTokenId: null }, 'chargeMethodTokenId: Enter a whole number from 1 to 2147483647'],
    ['disableToken', { chargeMethodTokenId: '1190417' }, 'chargeMethodTokenId: Enter a whole number from 1 to 2147483647'],
    [
      'enableToken',
      { chargeMethodTokenId: 'fa8d6978-c0e2-46bf-a776-562ee3be6b98' },
      'chargeMethodTokenId: Enter a whole number from 1 to 2147483647',
    ],
    ['createBuyer', { email: 'a@example.test' }, 'country: Use a two-letter country code, such as DE'],
    ['createBuyer', { country: 'DE' }, 'email: Enter an e-mail address'],
    [
      'createBuyer',
      { email: 'a@example.test', country: 'DE', locale: null },
      'locale: Use a two-letter language code, such as en',
    ],
    [
      'createBuyer',
      { email: 'a@example.test', country: 'DE', zip: 'a\u0000b' },
      'zip: Remove line breaks and control characters',
    ],
    ['changeExpirationDate', { expirationDate: '2099-06-30' }, 'reason: Enter some text'],
    ['changeExpirationDate', { expirationDate: '2099-06-30', reason: ' ' }, 'reason: Enter a reason'],
    ['changeExpirationDate', { expirationDate: '2099-06-30', reason: 'a'.repeat(256) }, 'reason: Use 255 characters or fewer'],
    ['changeExpirationDate', { expirationDate: '2026-02-30', reason: 'a' }, 'expirationDate: Use YYYY-MM-DD for the day'],
    ['downgradeSubscription', { productId: 'NWPLUS1' }, 'productId: Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787'],
    ['changeBuyerEmail', {}, 'email: Enter an e-mail address'],
  ] as const)('%s %j', (name, body, why) => expect(refusals(operations[name].body, body)).toEqual([why]))
})

it('a country is sent in capitals, a language in small letters, an id in small letters', () => {
  expect(operations.createBuyer.body.parse({ email: ' A@example.test ', country: 'br', locale: 'PT' })).toEqual({
    email: 'A@example.test',
    country: 'BR',
    locale: 'pt',
  })
  expect(operations.downgradeSubscription.body.parse({ productId: 'EE009063-4B1B-4164-9DEF-381C7A884707' })).toEqual({
    productId: 'ee009063-4b1b-4164-9def-381c7a884707',
  })
})

it('a path parameter is one segment, whatever is in it', () => {
  expect(pathFor(operations.findBuyerByEmail, { email: 'a+b/c%d@example.test' })).toBe(
    '/api/v2/buyers/email/a%2Bb%2Fc%25d%40example.test',
  )
})

it.each([
  [undefined, ''],
  [{}, ''],
  [{ limit: 25, offset: 0 }, '?limit=25&offset=0'],
  [{ limit: undefined, orderIds: ['Wq7LmR2x', 'a&b=c'] }, '?orderIds%5B%5D=Wq7LmR2x&orderIds%5B%5D=a%26b%3Dc'],
])('query parameters of %j are sent as %j', (search, sent) => expect(searchFor(search)).toBe(sent))
