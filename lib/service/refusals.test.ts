import { beforeEach, describe, expect, it } from 'vitest'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { inSequence, json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { keysStateOf, refusedKeys } from './account-state'
import { sendCommand, sendQuery } from './ask'
import { problemOf, ServiceFailure } from './failure'

beforeEach(() => startWith())

const reading = (url: string) => sendQuery(getChargeHistory, requestTo(url, { params: { buyerId } }))
const acting = (url: string) =>
  sendCommand(changeBuyerEmail, requestTo(url, { params: { buyerId }, body: validBodies.changeBuyerEmail }))
const unauthorised = {
  uuid: null,
  message: 'Unauthorized service use is forbidden',
  code: 0,
  traceId: 'da685e022db52df88ecd58b37ac34121',
}

describe('what the service refuses was not applied, and is told in its words', () => {
  const field = { field: 'email', title: 'Must be an address.' }
  it.each([
    [
      'shape A',
      404,
      { uuid: 'u', code: 3000, message: 'Entity not found', traceId: 't-1' },
      { kind: 'notFound', code: '3000', uuid: 'u', traceId: 't-1', fields: [] },
    ],
    [
      'shape A, taken',
      409,
      { uuid: 'u', code: '3000', message: 'E-mail is taken', traceId: 't-1' },
      { kind: 'conflict', code: '3000', fields: [] },
    ],
    [
      'shape A at 422',
      422,
      { uuid: null, code: 3000, message: 'Subscription is disabled', traceId: 't-1' },
      { kind: 'invalid', code: '3000', fields: [] },
    ],
    [
      'shape A at 400',
      400,
      { code: '3000', message: 'Entity not found', traceId: 't-1' },
      { kind: 'invalid', code: '3000', traceId: 't-1' },
    ],
    [
      'shape B',
      422,
      { uuid: null, code: 0, message: 'Validation failed', traceId: 't-1', errors: [{ ...field, values: 'x' }] },
      { kind: 'invalid', code: '0', fields: [{ ...field, values: 'x' }] },
    ],
    [
      'shape B without uuid',
      422,
      { code: '0', message: 'Validation error', traceId: 't-1', errors: [{ ...field, values: { a: null, b: [1] } }] },
      { kind: 'invalid', fields: [{ ...field, values: { a: null } }] },
    ],
    ['shape C', 422, { code: 0, message: 'Short', traceId: 't-1' }, { kind: 'invalid', detail: 'Short', traceId: 't-1' }],
    [
      'shape D',
      422,
      { data: { message: 'Wrong', violations: [{ ...field, values: null }] }, meta: [] },
      { kind: 'invalid', detail: 'Wrong', code: '422', fields: [field] },
    ],
    [
      'shape D without violations',
      404,
      { data: { message: 'Not there' }, meta: [] },
      { kind: 'notFound', detail: 'Not there', code: '404', fields: [] },
    ],
    [
      'errors of no shape',
      422,
      { code: 0, message: 'Wrong', traceId: 't-1', errors: ['email', null, { title: 'Odd' }, { field: 'x', title: null }] },
      {
        kind: 'invalid',
        detail: 'Wrong',
        fields: [
          { field: '', title: 'Odd' },
          { field: 'x', title: 'Wrong' },
        ],
      },
    ],
    ['a race', 400, { uuid: 'u', code: 2107, message: 'Race condition', traceId: 't-1' }, { kind: 'conflict', code: '2107' }],
    [
      'a race as text',
      400,
      { uuid: 'u', code: '2107', message: 'Race condition', traceId: 't-1' },
      { kind: 'conflict', code: '2107' },
    ],
  ])('%s', async (_, status, body, expected) => {
    const service = await listener(json(status, body))
    const failure = await failureIn(acting(service.url))
    expect(failure.proves).toBe('refused')
    expect(problemOf(changeBuyerEmail, new ServiceFailure(failure)).problem).toMatchObject(expected)
    expect(service.received).toHaveLength(1)
  })
})

describe('keys that the service refuses are nobody’s fault at the desk (F14)', () => {
  it.each([
    ['401', 401, unauthorised],
    ['403', 403, unauthorised],
    ['400, told by its body', 400, unauthorised],
  ])('%s', async (_, status, body) => {
    const service = await listener(json(status, body))
    expect(await problemIn(reading(service.url))).toMatchObject({
      kind: 'refused',
      status: 502,
      code: 'merchant_credentials_rejected',
    })
    expect(await failureIn(acting(service.url))).toMatchObject({ proves: 'refused', keysRefused: true })
    expect(service.received).toHaveLength(2)
    expect(refusedKeys()).toEqual(['northwind'])
  })

  it('500, told by its body, leaves a command unconfirmed', async () => {
    const service = await listener(json(500, unauthorised))
    const failure = await failureIn(acting(service.url))
    expect(failure).toMatchObject({ proves: 'unknown', keysRefused: true })
    expect(problemOf(changeBuyerEmail, new ServiceFailure(failure)).problem.kind).toBe('unconfirmed')
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'refused', code: 'merchant_credentials_rejected' })
    expect(service.received).toHaveLength(2) // no blind repeat
  })

  it('a 400 with another message is no matter of keys', async () => {
    const service = await listener(json(400, { ...unauthorised, message: 'Wrong currency' }))
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'invalid', detail: 'Wrong currency' })
    expect(refusedKeys()).toEqual([])
  })

  it.each([
    [600_000, /Our clock and the service’s differ by (600|599) s\.$/],
    [-3_600_000, /Our clock and the service’s differ by 360[01] s\.$/],
    [5_000, /^The service refused this merchant account’s keys\.$/],
  ])('a clock that is %s ms off is named as the likely cause (F26)', async (ms, words) => {
    const service = await listener((...given) =>
      json(401, unauthorised, { date: new Date(Date.now() + ms).toUTCString() })(...given),
    )
    expect((await problemIn(reading(service.url))).detail).toMatch(words)
    expect(keysStateOf('northwind').clockDifference).toBeCloseTo(ms / 1000, -1)
  })

  it.each(['93600', '93600 s', '0, 93600', 'old'])('an answer that a cache had kept measures no clock: Age %s', async (age) => {
    const old = { date: new Date(Date.now() - 93_600_000).toUTCString(), age, via: '1.1 cache' }
    const service = await listener((...given) => json(401, unauthorised, old)(...given))
    const before = keysStateOf('northwind').clockDifference
    expect((await problemIn(reading(service.url))).detail).toBe('The service refused this merchant account’s keys.')
    expect(keysStateOf('northwind').clockDifference).toBe(before)
  })

  it('the next answer with them says that they are right again', async () => {
    const service = await listener(
      inSequence(json(401, unauthorised), json(404, { code: 3000, message: 'Entity not found', traceId: 't-1' })),
    )
    await problemIn(reading(service.url))
    const { refusedAt } = keysStateOf('northwind')
    await problemIn(reading(service.url))
    expect(refusedAt).toBeInstanceOf(Date)
    expect(refusedKeys()).toEqual([])
  })
})

describe('a service that asks for fewer requests', () => {
  const tooMany = (headers: Record<string, string> = {}) =>
    json(429, { code: 0, message: 'Too many requests', traceId: 't-1' }, headers)

  it.each([
    ['as soon as told', { 'retry-after': '0' }],
    ['after a moment where nothing is told', {}],
    ['at a moment that is told', { 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' }],
  ])('is asked again by a read %s', async (_, headers) => {
    const service = await listener(inSequence(tooMany(headers), json(200, { data: [] })))
    expect((await reading(service.url)).data).toEqual([])
  })

  it.each([
    ['more than 5 s', '6', 6],
    ['more than the deadline leaves', '2', 2],
  ])('is not waited for %s', async (_, after, retryAfter) => {
    const service = await listener(tooMany({ 'retry-after': after }))
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'too_many', retryAfter })
    expect(service.received).toHaveLength(1)
  })

  it('is never waited for by a command, which it did not apply', async () => {
    const service = await listener(tooMany({ 'retry-after': '0' }))
    const failure = await failureIn(acting(service.url))
    expect(failure).toMatchObject({ proves: 'refused', code: 'too_many', retryAfter: 0 })
    expect(problemOf(changeBuyerEmail, new ServiceFailure(failure)).problem.kind).toBe('unavailable')
    expect(service.received).toHaveLength(1)
  })
})
