import { createServer } from 'node:https'
import { createServer as tcpServer } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { listTokens } from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { type Answering, inSequence, json, listener, listening, silent } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { selfSigned } from '@/lib/testing/self-signed'
import { sendCommand, sendQuery } from './ask'

beforeEach(() => {
  startWith({ SERVICE_READ_TIMEOUT_MS: '1200', SERVICE_WRITE_PATIENCE_MS: '300', SERVICE_WRITE_LIMIT_MS: '300' })
  vi.spyOn(Math, 'random').mockReturnValue(0) // the shortest pause before a repeat
})

const reading = (url: string) => sendQuery(listTokens, requestTo(url, { params: { buyerId } }))
const acting = (url: string) =>
  sendCommand(
    changeAutochargeStatus,
    requestTo(url, { params: { buyerId, subscriptionId }, body: validBodies.changeAutochargeStatus }),
  )
const making = (url: string) => sendCommand(createBuyer, requestTo(url, { body: validBodies.createBuyer }))

const text =
  (status: number, type: string, body: string): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
const page = '<!doctype html><title>Oops</title><h1>Internal secret-stack-trace</h1>'
const resets: Answering = (response) => response.socket?.resetAndDestroy()
const resetsInTheBody: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"data":[', () => response.socket?.resetAndDestroy())
}
const stopsShort: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.end('{"data":[]}')
  response.socket?.end()
}
const byteByByte: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

describe('a fault of the service (F04, F08, F09, F10)', () => {
  it.each([
    ['a reset', resets, 'upstream_broken', 3],
    ['a reset in the body', resetsInTheBody, 'upstream_broken', 3],
    ['a body that stops short', stopsShort, 'upstream_broken', 3],
    ['500 with a page', text(500, 'text/html', page), '500', 3],
    ['502 with nothing', text(502, 'text/plain', ''), '502', 3],
    ['500 in its own words', json(500, { uuid: null, code: 0, message: 'Internal error', traceId: 't-1' }), '0', 3],
    ['200 with a page', text(200, 'text/html', page), 'bad_json', 1],
    ['200 with half a JSON', text(200, 'application/json', '{"data":['), 'bad_json', 1],
    ['200 with nothing', text(200, 'application/json', ''), 'bad_json', 1],
    ['204 where an answer is due', text(204, 'text/plain', ''), 'bad_json', 1],
    ['200 of another shape', json(200, { data: 'unexpected', meta: {} }), 'shape_mismatch', 1],
    ['a redirect to nowhere', text(302, 'text/plain', ''), 'redirected', 1],
    ['400 that is no answer of the service', text(400, 'text/html', page), 'bad_json', 1],
  ])('%s: a read is unavailable after %4$s tries, a command unconfirmed after one', async (_, answering, code, tries) => {
    const service = await listener(answering)
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', status: 503, code })
    expect(service.received).toHaveLength(tries)
    expect(await failureIn(acting(service.url))).toMatchObject({ proves: 'unknown', code })
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'unknown', code })
    expect(service.received).toHaveLength(tries + 2)
  })

  it('a passing one costs a read nothing but time', async () => {
    const service = await listener(inSequence(resets, text(503, 'text/html', page), json(200, { data: [] })))
    expect((await reading(service.url)).data).toEqual([])
    expect(service.received).toHaveLength(3)
  })

  it('is told without a word of its page', async () => {
    const service = await listener(text(500, 'text/html', page))
    expect(JSON.stringify(await problemIn(reading(service.url)))).not.toMatch(/secret-stack-trace|<h1>/)
  })

  it('of another shape names the place', async () => {
    const service = await listener(json(200, { data: [{ id: 'm-1', tokens: [] }, { tokens: [] }] }))
    expect((await problemIn(reading(service.url))).detail).toBe(
      'The service’s answer doesn’t match its documentation, at data.1.id.',
    )
  })

  it('that is only a body where none is due is no fault (F12)', async () => {
    const service = await listener(json(200, { data: { ok: true } }))
    const asked = requestTo(service.url, { params: { buyerId }, body: validBodies.disableToken })
    expect(await sendCommand(disableToken, asked)).toBeUndefined()
  })
})

describe('a service that does not come to an end (F01, F07)', () => {
  it.each([
    ['never answers', silent],
    ['writes byte by byte', byteByByte],
  ])('%s: a read ends at its deadline with 504 and is not asked again', async (_, answering) => {
    startWith({ SERVICE_READ_TIMEOUT_MS: '250' })
    const service = await listener(answering)
    const started = performance.now()
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', status: 504, code: 'timeout' })
    expect(performance.now() - started).toBeLessThan(5_000) // the service itself never ends
    expect(service.received).toHaveLength(1)
  })

  it.each([
    ['never answers', silent],
    ['writes byte by byte', byteByByte],
  ])('%s: a command is given up at its limit, unconfirmed, after one delivery', async (_, answering) => {
    const service = await listener(answering)
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'unknown', code: 'timeout' })
    expect(service.received).toHaveLength(1)
  })

  it('a read’s repeats are inside its deadline too', async () => {
    startWith({ SERVICE_READ_TIMEOUT_MS: '700' })
    const service = await listener(inSequence(resets, silent))
    const started = performance.now()
    expect(await problemIn(reading(service.url))).toMatchObject({ status: 504, code: 'timeout' })
    expect(performance.now() - started).toBeLessThan(1_400)
    expect(service.received).toHaveLength(2)
  })
})

describe('what fails before the first byte proves that nothing was sent (F15, F16, F17)', () => {
  const closedPort = async () => {
    const server = tcpServer()
    const port = await listening(server)
    await new Promise((closed) => server.close(closed))
    return `http://127.0.0.1:${port}`
  }
  const noSuchName = async () => `http://${'a'.repeat(64)}.example.test`

  it.each([
    ['nobody listens', closedPort, 'econnrefused'],
    ['the name is of no machine', noSuchName, 'enotfound'],
  ])('%s', async (_, url, code) => {
    expect(await failureIn(acting(await url()))).toMatchObject({ proves: 'not-sent', code })
    expect(await problemIn(reading(await url()))).toMatchObject({ kind: 'unavailable', status: 503, code })
  })

  it('the certificate is self-signed: not sent, and not over plain http either', async () => {
    const service = await listener(json(201, { data: { id: buyerId } }), (handler) => createServer(selfSigned(), handler))
    expect(service.url).toMatch(/^https:/)
    expect(await failureIn(making(service.url))).toMatchObject({ proves: 'not-sent', code: 'tls_untrusted' })
    expect(await problemIn(reading(service.url))).toMatchObject({ kind: 'unavailable', code: 'tls_untrusted' })
    expect(service.received).toHaveLength(0)
  })

  it('nobody speaks TLS there', async () => {
    const service = await listener(json(200, {}))
    expect(await failureIn(making(service.url.replace('http:', 'https:')))).toMatchObject({
      proves: 'not-sent',
      code: 'tls_untrusted',
    })
    expect(service.received).toHaveLength(0)
  })
})
