import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addressOf } from './address-of'
import { watchIncoming } from './incoming'

const server = createServer((request, response) => {
  if (request.url === '/kept') response.setHeader('cache-control', 'max-age=60')
  response.end(
    request.url === '/' ? addressOf(new Headers(request.headers as Record<string, string>)) : `${request.method} ${request.url}`,
  )
})

beforeAll(async () => {
  watchIncoming()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterEach(() => vi.unstubAllEnvs())

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
  vi.stubEnv('TRUSTED_PROXIES', '127.0.0.1')
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

it('leaves a lone percent sign in a question alone', async () => {
  const { body } = await request(`${address()}/find?q=100%`)
  expect(await body.text()).toBe('GET /find?q=100%')
})

it.each([
  ['/', 'no-store'],
  ['/kept', 'max-age=60'],
])('of %s a browser is told %s', async (path, told) => {
  expect((await fetch(address() + path)).headers.get('cache-control')).toBe(told)
})
