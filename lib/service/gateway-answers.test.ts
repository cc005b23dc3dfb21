import { beforeEach, describe, expect, it } from 'vitest'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { refusedKeys } from './account-state'
import { sendCommand, sendQuery } from './ask'
import { problemOf, ServiceFailure } from './failure'

beforeEach(() => startWith())

const reading = (url: string) => sendQuery(getChargeHistory, requestTo(url, { params: { buyerId } }))
const acting = (url: string) =>
  sendCommand(changeBuyerEmail, requestTo(url, { params: { buyerId }, body: validBodies.changeBuyerEmail }))

describe('what something between us and the service answers proves nothing', () => {
  const serviceError = { code: 3000, message: 'Not today', traceId: 't-1' }
  const bodies: [string, unknown][] = [
    ['a page', '<!doctype html><title>Blocked</title><h1>Blocked by the firewall</h1>'],
    ['nothing', ''],
    ['half a JSON', '{"code":3000,"message":"Not today","traceId":'],
    ['a JSON text', JSON.stringify('Forbidden')],
    ['a list', [serviceError]],
    ['a mere message', { message: 'Forbidden' }],
    ['a message and a code', { code: 403, message: 'Forbidden' }],
    ['a message and a request id', { message: 'no Route matched', request_id: 'r-1' }],
    ['a code in words', { ...serviceError, code: 'RATE_LIMITED' }],
    ['a code that is no whole number', { ...serviceError, code: 4.03 }],
    ['no code', { ...serviceError, code: null }],
    ['an empty message', { ...serviceError, message: '' }],
    ['no trace', { ...serviceError, traceId: null }],
    ['a number as trace', { ...serviceError, traceId: 17 }],
    ['a number as uuid', { ...serviceError, uuid: 17 }],
    ['errors that are no list', { ...serviceError, errors: { email: 'bad' } }],
    ['a problem of RFC 9457', { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'No' }],
    ['an error page of a framework', { timestamp: 't', status: 403, error: 'Forbidden', message: 'No', path: '/' }],
    ['a message inside', { data: { message: 'Forbidden' } }],
    ['a message inside with an object as meta', { data: { message: 'Forbidden' }, meta: { type: 'entity' } }],
    ['a message inside and more beside it', { data: { message: 'Forbidden' }, meta: [], status: 403 }],
    ['the shape with a key twice', '{"code":3000,"message":"Not today","traceId":"t-1","code":0}'],
  ]
  const statuses = [400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 413, 421, 422, 425, 429, 431, 451, 499]
  const raw =
    (status: number, body: unknown): Answering =>
    (response) => {
      response.writeHead(status, { 'retry-after': '9' }).end(typeof body === 'string' ? body : JSON.stringify(body))
    }

  it.each(bodies)('%s, with any 4xx', async (_, body) => {
    for (const status of statuses) {
      const service = await listener(raw(status, body))
      const failure = await failureIn(acting(service.url))
      expect([status, failure.proves, failure.keysRefused]).toEqual([status, 'unknown', undefined])
      expect(problemOf(changeBuyerEmail, new ServiceFailure(failure)).problem.kind).toBe('unconfirmed')
      expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', status: 503, fields: [] })
      expect(service.received).toHaveLength(2)
    }
    expect(refusedKeys()).toEqual([])
  })

  it.each(statuses.filter((status) => status !== 401 && status !== 403))(
    'but %s in the service’s own shape is its own word',
    async (status) => {
      for (const body of [serviceError, { data: { message: 'Not today', violations: null }, meta: [] }]) {
        const service = await listener(raw(status, body))
        expect(await failureIn(acting(service.url))).toMatchObject({ proves: 'refused' })
      }
    },
  )

  it('and is told in words of its own', async () => {
    const service = await listener(raw(403, '<h1>Forbidden</h1>'))
    expect((await problemIn(reading(service.url))).detail).toBe(
      'Something between us and the service answered 403, so this isn’t the service’s own answer.',
    )
  })

  it('and at 404 is never told as a buyer who is not there', async () => {
    const service = await listener(raw(404, '<h1>Not found</h1>'))
    expect(await failureIn(acting(service.url))).toMatchObject({ proves: 'unknown', code: 'no_such_path' })
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'no_such_path' })
  })

  it.each([
    ['an error of the service', { uuid: null, ...serviceError }, 'denied_success'],
    ['a mere message', { message: 'queued' }, 'denied_success'],
    ['errors', { errors: [] }, 'shape_mismatch'],
    ['a text of a page to sign in at', { error: 'Please log in to the network' }, 'denied_success'],
    ['a state of something in between', { status: 'queued' }, 'shape_mismatch'],
    ['words alone', 'Access denied', 'shape_mismatch'],
    ['nothing', null, 'shape_mismatch'],
  ])('and a success where nothing is due is none with %s in it', async (_, body, code) => {
    const service = await listener(json(200, body))
    expect(await failureIn(acting(service.url))).toMatchObject({ proves: 'unknown', code })
  })
})

describe('a 204 is done, whatever it announces', () => {
  const disabling = (url: string) =>
    sendCommand(disableToken, requestTo(url, { params: { buyerId }, body: validBodies.disableToken }))
  const making = (url: string) => sendCommand(createBuyer, requestTo(url, { body: validBodies.createBuyer }))
  /** Cares for no rule of HTTP. */
  const bytesOnly =
    (bytes: string): Answering =>
    ({ socket }) =>
      socket?.write(bytes)

  it.each([
    ['nothing', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['a length', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n'],
    ['a length and a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'],
    ['pieces', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['pieces that never come', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['a packed body', 'HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc'],
  ])('%s', async (_, bytes) => {
    const service = await listener(bytesOnly(bytes))
    expect(await disabling(service.url)).toBeUndefined()
    expect(await acting(service.url)).toBeUndefined()
    expect(service.received).toHaveLength(2)
  })

  it('and a connection that is cut after its head', async () => {
    const service = await listener(({ socket }) => socket?.end('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n'))
    expect(await disabling(service.url)).toBeUndefined()
  })

  it('but not where an answer is due', async () => {
    const service = await listener(bytesOnly('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'))
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'unknown', code: 'bad_json' })
  })
})
