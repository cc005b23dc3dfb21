import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../ports.mjs'
import { type Arrived, Wire } from './wire'

let service: Server | undefined
let wire: Wire | undefined
const client = new Agent({ connections: 1 })
const heard: string[] = []

async function between(arrives: (request: Arrived) => Promise<string | null>): Promise<string> {
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
  const address = await between(async (arrived) => `x-more: ${seen.push(arrived)}\r\n`)
  expect([await ask(`${address}/a`, '{"é":1}'), await ask(`${address}/b`)]).toEqual(['answer to /a', 'answer to /b'])
  expect(seen).toEqual([
    { method: 'POST', path: '/a', body: '{"é":1}', at: expect.any(Number) },
    { method: 'GET', path: '/b', body: '', at: expect.any(Number) },
  ])
  expect(heard).toEqual(['POST /a 1 {"é":1}', 'GET /b 2 '])
})

test('a reset of the service is a reset for the dashboard', async () => {
  const address = await between(async () => '')
  await expect(ask(`${address}/reset`)).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) })
})

test('a request that is swallowed never reaches the service', async () => {
  let swallow = () => {}
  const arrived = new Promise<void>((resolve) => {
    swallow = resolve
  })
  const address = await between(async () => {
    swallow()
    return null
  })
  const lost = ask(`${address}/a`, '{}')
  await arrived
  wire?.stop()
  await expect(lost).rejects.toThrow()
  expect(heard).toEqual([])
})
