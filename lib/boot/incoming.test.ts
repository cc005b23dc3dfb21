import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { groupBy } from '@/lib/core/group-by'
import { addressOf } from '@/lib/platform/address-of'
import { methodNotAllowed } from '@/lib/platform/not-served'
import { startWith } from '@/lib/testing/environment'
import { routes } from '@/lib/testing/routes'
import { watchIncoming } from './incoming'

const server = createServer((request, response) => {
  if (request.url === '/kept') response.setHeader('cache-control', 'max-age=60')
  response.end(
    request.url === '/' ? addressOf(new Headers(request.headers as Record<string, string>)) : `${request.method} ${request.url}`,
  )
})

let upgraded = 0
server.on('upgrade', (_, socket) => {
  upgraded += 1
  socket.destroy()
})

/** What is answered to a request as it stands, until the connection ends. */
function lines(...request: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(`${[...request, ...(request.join().includes('upgrade') ? [] : ['connection: close'])].join('\r\n')}\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    socket.once('close', () => resolve(said)).once('error', reject)
  })
}

beforeAll(async () => {
  watchIncoming()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => startWith({ TRUSTED_PROXIES: '' }))

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const seen = async (headers: Record<string, string>) => (await fetch(address(), { headers })).text()

it.each([
  ['says nothing', {}],
  ['claims another address', { 'x-forwarded-for': '192.0.2.7' }],
  ['claims our own header', { 'x-counterfoil-peer': '192.0.2.7' }],
])('is the address of the socket where a caller %s', async (_, headers) => {
  expect(await seen(headers)).toBe('127.0.0.1')
})

it('is what a trusted balancer says last', async () => {
  startWith({ TRUSTED_PROXIES: '127.0.0.1' })
  expect(await seen({ 'x-forwarded-for': '203.0.113.9, 192.0.2.7' })).toBe('192.0.2.7')
})

it('sends a method that nobody serves to the handler that refuses it', async () => {
  const { body } = await request(`${address()}/buyers`, { method: 'TRACE' })
  expect(await body.text()).toBe('GET /api/desk/method-not-allowed')
})

it('sends an address that cannot be decoded to where nothing is', async () => {
  const { body } = await request(`${address()}/buyers/%zz`)
  expect(await body.text()).toBe('GET /api/no-such-address')
})

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('sends %s for a page there too: nothing is done through pages', async (method) => {
  const answer = await request(`${address()}/sign-in`, { method: method as 'POST' })
  expect([answer.headers.allow, await answer.body.text()]).toEqual(['GET, HEAD', 'GET /api/desk/method-not-allowed'])
})

it.each([
  'http://169.254.169.254/latest',
  '//elsewhere.test/',
  '/\\elsewhere.test',
  '/a//b',
  '*',
  '/journal.rsc',
  '/journal.segments/_tree.segment.rsc',
  '/api/desk/../v2/buyers',
  '/x/../api/desk/session',
  '/api/desk/./guides',
  '/api/desk/buyers/%2E%2e/guides',
  '/api/desk/buyers/.%2e',
])('sends what is no address of ours to where nothing is: %s (A44)', async (target) =>
  expect(await lines(`GET ${target} HTTP/1.1`, 'host: x')).toContain('GET /api/no-such-address'),
)

it('leaves a name that only begins with a dot alone', async () =>
  expect(await lines('GET /.well-known/x/...y HTTP/1.1', 'host: x')).toContain('GET /.well-known/x/...y'))

it.each(['/', '/api/desk/session', '/_next/webpack-hmr'])(
  'answers a socket that asks for another protocol at %s (A44)',
  async (path) => {
    const answer = await lines(
      `GET ${path} HTTP/1.1`,
      'host: x',
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
    )
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer).toContain('GET /api/no-such-address')
    expect(upgraded).toBe(0)
  },
)

it('gives every answer the headers that all have (A41)', async () => {
  const { headers } = await fetch(`${address()}/kept`)
  expect(
    ['x-content-type-options', 'content-security-policy', 'strict-transport-security'].map((name) => headers.get(name)),
  ).toEqual(['nosniff', expect.stringContaining("default-src 'none'"), expect.stringContaining('max-age=')])
})

const served = groupBy(await routes(), ({ path }) => path)

it.each([...served.keys()])(
  '%s is asked by the methods that it serves, and any other is refused with their names',
  async (path) => {
    const own = (served.get(path) ?? []).map(({ method }) => method)
    const isForMachines = path === '/api/mcp' // whose protocol asks for nothing but POST
    const allowed = new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), ...(isForMachines ? [] : ['OPTIONS'])])
    const filled = path.replace(/\{(\w+)\}/g, 'x%252F%F0%9F%A6%8A')
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
      const answer = await request(`${address()}${filled}`, { method: method as 'GET' })
      const text = await answer.body.text()
      if (method === 'HEAD') expect([method, answer.headers.allow === undefined]).toEqual([method, allowed.has('HEAD')])
      else if (allowed.has(method)) expect([method, text]).toEqual([method, `${method} ${filled}`])
      else
        expect([method, text, new Set(String(answer.headers.allow).split(', '))]).toEqual([
          ...[method, 'GET /api/desk/method-not-allowed'],
          allowed,
        ])
    }
  },
)

it('the refusal of a method is a problem in words', async () => {
  const answer = methodNotAllowed()
  expect([answer.status, answer.headers.get('content-type'), (await answer.json()).code]).toEqual([
    405,
    'application/problem+json',
    'method_not_allowed',
  ])
})

it('leaves a lone percent sign in a question alone', async () => {
  const { body } = await request(`${address()}/find?q=100%`)
  expect(await body.text()).toBe('GET /find?q=100%')
})

it.each([
  ['/', 'no-store'],
  ['/kept', 'max-age=60'],
])('of %s a browser is told %s', async (path, text) => {
  expect((await fetch(address() + path)).headers.get('cache-control')).toBe(text)
})
