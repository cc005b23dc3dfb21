import { describe, expect, test } from 'vitest'
import { ids } from '../seed/stories'
import { RunningStandin } from '../standin-for-tests'
import { northwind, southbay } from '../standin-merchants'

const running = new RunningStandin()

const newcomer = { merchantCode: 'northwind', email: 'newcomer@example.test', country: 'NL' }
const found = (email: string) => running.as().get(`/api/v2/buyers/email/${encodeURIComponent(email)}`)

describe('creating a buyer', () => {
  test('answers 201 with an id that the e-mail is found under', async () => {
    const created = await running.as().post('/api/v2/buyers', { ...newcomer, zip: null, locale: 'nl', buyerMeta: { shop: 'A' } })
    expect(created).toMatchObject({ status: 201, body: { data: { id: expect.any(String) }, meta: { type: 'entity' } } })
    const { data } = created.body as { data: { id: string } }
    expect((await found(newcomer.email)).body).toEqual({ data: { buyerId: data.id }, meta: { type: 'entity' } })
  })

  test.each([
    ['merchantCode', { merchantCode: 'southbay' }],
    ['merchantCode', { merchantCode: undefined }],
    ['email', { email: 'nobody' }],
    ['email', { email: undefined }],
    ['country', { country: 'Netherlands' }],
    ['country', { country: 'XX' }],
    ['locale', { locale: 'nld' }],
    ['zip', { zip: 1234 }],
    ['buyerMeta', { buyerMeta: ['a'] }],
  ])('refuses a bad %s: %o', async (field, changed) => {
    const answer = await running.as().post('/api/v2/buyers', { ...newcomer, ...changed })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field, title: expect.any(String) }] } })
  })

  test('takes a country in lower case', async () => {
    expect((await running.as().post('/api/v2/buyers', { ...newcomer, country: 'nl' })).status).toBe(201)
  })

  test('refuses an e-mail of this merchant and takes one of another merchant', async () => {
    expect((await running.as().post('/api/v2/buyers', { ...newcomer, email: 'odile@example.test' })).status).toBe(409)
    expect((await running.as().post('/api/v2/buyers', { ...newcomer, email: 'noor@example.test' })).status).toBe(201)
  })

  test('names every bad field at once', async () => {
    const answer = await running.as().post('/api/v2/buyers', {})
    const { errors } = answer.body as { errors: { field: string }[] }
    expect(errors.map(({ field }) => field)).toEqual(['merchantCode', 'email', 'country'])
  })

  test('refuses a body that is not JSON', async () => {
    const response = await running.as().send('POST', '/api/v2/buyers')
    expect(response.status).toBe(422)
  })
})

describe('changing an e-mail', () => {
  const change = (email: unknown, buyer: string = ids.nothing.buyer) => running.as().patch(`/api/v2/buyers/${buyer}`, { email })

  test('answers 204 without a body, and the new e-mail is the one that is found', async () => {
    expect(await change('moved@example.test')).toMatchObject({ status: 204, body: undefined })
    expect((await found('moved@example.test')).body).toMatchObject({ data: { buyerId: ids.nothing.buyer } })
    expect((await found('nobody@example.test')).status).toBe(404)
  })

  test('shows in the tokens list', async () => {
    await change('moved@example.test', ids.yen.buyer)
    const answer = await running.as().get(`/api/v3/buyers/${ids.yen.buyer}/tokens`)
    expect(answer.body).toMatchObject({ data: [{ tokens: [{ email: 'moved@example.test' }] }] })
  })

  test('of an unknown buyer is a 404 of shape A', async () => {
    const answer = await change('moved@example.test', '00000000-0000-4000-8000-000000000000')
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({
      uuid: expect.any(String),
      code: 3000,
      message: 'Entity not found',
      traceId: expect.any(String),
    })
  })

  test('to one that is taken is a 409 of shape A, in any letter case', async () => {
    const answer = await change('Odile@Example.test')
    expect(answer).toMatchObject({ status: 409, body: { uuid: expect.any(String), code: 3000, message: expect.any(String) } })
  })

  test('sent twice is taken the second time, by the same buyer', async () => {
    expect((await change('moved@example.test')).status).toBe(204)
    expect((await change('moved@example.test')).status).toBe(409)
  })

  test.each([undefined, null, '', 'nobody', 'a b@example.test', 7])('to %o is a 422 without a uuid', async (email) => {
    const answer = await change(email)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'email' }] } })
    expect(answer.body).not.toHaveProperty('uuid')
  })
})

describe('finding a buyer by e-mail', () => {
  test.each(['sunny+desk@example.test', 'a/b%c@example.test'])('finds %s in one path segment', async (email) => {
    await running.as().post('/api/v2/buyers', { ...newcomer, email })
    expect((await found(email)).status).toBe(200)
  })

  test('does not find a part of an e-mail', async () => {
    expect((await found('odile@example.tes')).status).toBe(404)
  })

  test('refuses what is no e-mail', async () => {
    expect(await found('odile')).toMatchObject({ status: 422, body: { errors: [{ field: 'email' }] } })
  })
})

test("another merchant's buyer is unknown", async () => {
  expect((await running.as(southbay).get(`/api/v3/buyers/${ids.cascade.buyer}/charge/history`)).status).toBe(404)
  expect((await running.as(northwind).get(`/api/v3/buyers/${ids.southbayReader.buyer}/charge/history`)).status).toBe(404)
})

test.each([
  '/api/v2/buyers/email/noor@example.test',
  `/api/v3/buyers/${ids.southbayReader.buyer}/tokens`,
  `/api/v2/buyers/${ids.southbayReader.buyer}/subscriptions`,
  `/api/v2/buyers/${ids.southbayReader.buyer}/subscriptions/${ids.southbayReader.subscription}/downgrade`,
])('a merchant without the extra reads finds no such path: %s', async (path) => {
  const answer = await running.as(southbay).get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('text/html')
})

test('an id in upper case is a path the service does not have', async () => {
  const answer = await running.as().get(`/api/v3/buyers/${ids.cascade.buyer.toUpperCase()}/tokens`)
  expect(answer.headers.get('content-type')).toContain('text/html')
})
