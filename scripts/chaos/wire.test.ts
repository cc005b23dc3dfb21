import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '../ports.mjs'
import { Between } from './between'
import { type Arrived, type Passage, Wire } from './wire'
import type { Delivery, Moment } from './witness'

let service: Server | undefined
let wire: Wire | undefined
const client = new Agent({ connections: 1 })
const heard: string[] = []

async function between(arrives: (request: Arrived) => Promise<Passage>): Promise<string> {
  heard.length = 0
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    heard.push(`${incoming.method} ${incoming.url} ${incoming.headers['x-more'] ?? '-'} ${body}`)
    if (incoming.url === '/reset') incoming.socket.resetAndDestroy()
    else response.end(`answer to ${incoming.url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = server
  wire = new Wire((server.address() as AddressInfo).port, arrives)
  return wire.start(await freePort())
}

afterEach(() => {
  wire?.stop()
  service?.closeAllConnections()
  service?.close()
})

const ask = async (url: string, body: string | null = null) =>
  (await request(url, { method: body === null ? 'GET' : 'POST', body, dispatcher: client })).body.text()

test('requests of one connection pass in their order, each with what is added to it', async () => {
  const seen: Arrived[] = []
  const address = await between(async (arrived) => ({ more: `x-more: ${seen.push(arrived)}\r\n` }))
  expect([await ask(`${address}/a`, '{"é":1}'), await ask(`${address}/b`)]).toEqual(['answer to /a', 'answer to /b'])
  expect(seen).toEqual([
    { method: 'POST', path: '/a', head: expect.any(String), body: '{"é":1}', at: expect.any(Number), before: null },
    { method: 'GET', path: '/b', head: expect.any(String), body: '', at: expect.any(Number), before: 'POST /a' },
  ])
  expect(heard).toEqual(['POST /a 1 {"é":1}', 'GET /b 2 '])
})

test('a reset of the service is a reset for the dashboard', async () => {
  const address = await between(async () => ({}))
  await expect(ask(`${address}/reset`)).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) })
})

test('a request that is swallowed never reaches the service', async () => {
  let swallow = () => {}
  const arrived = new Promise<void>((resolve) => {
    swallow = resolve
  })
  const address = await between(async () => {
    swallow()
    return { passes: false }
  })
  const lost = ask(`${address}/a`, '{}')
  await arrived
  wire?.stop()
  await expect(lost).rejects.toThrow()
  expect(heard).toEqual([])
})

test('a gateway answers in the place of the service, which has the request or has not', async () => {
  const instead = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 3\r\nconnection: close\r\n\r\nno!'
  const address = await between(async ({ path }) => ({ instead, passes: path === '/passed' }))
  expect([await ask(`${address}/passed`), await ask(`${address}/kept`)]).toEqual(['no!', 'no!'])
  expect(heard).toEqual(['GET /passed - '])
})

test('an answer that nobody asked for comes after the one that was asked for', async () => {
  const address = await between(async () => ({ surplus: 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n' }))
  const bytes = await new Promise<string>((resolve) => {
    let seen = ''
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write('GET /a HTTP/1.1\r\nhost: a\r\n\r\n'))
    socket.on('data', (chunk) => {
      seen += chunk
      if (seen.endsWith('content-length: 0\r\n\r\n')) resolve(seen)
    })
  })
  expect(bytes).toMatch(/answer to \/a[\s\S]*HTTP\/1.1 200 OK/)
})

test('answers that are held go back at once, when all of them have come', async () => {
  let line: Between | undefined
  const see = async ({ path }: Arrived): Promise<Delivery> => ({
    ...{ operation: 'disableToken', target: path, body: {}, actionId: path, at: 0, number: 1 },
    ...{ trouble: null, moment: null, answeredMs: null },
  })
  const address = await between(async (arrived) => (await line?.arrives(arrived)) ?? {})
  line = new Between({ witness: { see }, standin: { tell: async () => {} } }, () => {})
  const many = line.together(2, 60_000)
  let isTold = false
  const first = request(`${address}/a`).then(({ body }) => {
    isTold = true
    return body.text()
  })
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(isTold).toBe(false)
  const second = request(`${address}/b`).then(({ body }) => body.text())
  expect(await many).toBe(2)
  expect(await Promise.all([first, second])).toEqual(['answer to /a', 'answer to /b'])
  expect(await line.together(2, 0)).toBe(0)
})

test.each<['SIGKILL' | 'SIGTERM', Moment, Moment]>([
  ['SIGKILL', 'answered', 'killed'],
  ['SIGTERM', 'ended', 'ended'],
])(
  '%s falls on a command whose answer has just come as “%s”, and on one without an answer as “%s”',
  async (how, first, second) => {
    const seen: Delivery[] = []
    const see = async ({ path }: Arrived) => {
      const where = { operation: 'disableToken', target: path, body: {}, actionId: path, at: 0 }
      const delivery: Delivery = { ...where, number: seen.length + 1, trouble: null, moment: null, answeredMs: null }
      seen.push(delivery)
      return delivery
    }
    const line = new Between({ witness: { see }, standin: { tell: async () => {} } }, () => {})
    const arrived = (path: string): Arrived => ({ method: 'POST', path, head: '', body: '{}', at: 0, before: null })
    const passage = await line.arrives(arrived('a'))
    await line.arrives(arrived('b'))
    passage.answered?.()
    line.cut(how)
    expect(seen.map(({ moment }) => moment)).toEqual([first, second])
  },
)
