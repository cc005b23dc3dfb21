import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readiness } from '@/lib/status/server/readiness'
import { startWarmUp, warmedUp } from './warm-up'

let server: Server | undefined
afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  server = undefined
})

/** A server at the address where the process would listen; it answers once `open` is called. */
async function listening() {
  const asked: string[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  server = createServer(async ({ url = '' }, response) => {
    asked.push(url)
    await opened
    response.end()
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { asked, open, port: String((server.address() as AddressInfo).port) }
}

test('a process that has just started is ready once it has drawn its first pages', async () => {
  const { asked, open, port } = await listening()
  startWarmUp(port)
  const early = await readiness()
  expect([early.status, await early.json()]).toEqual([503, { status: 'not ready', reason: 'Starting.' }])
  open()
  await warmedUp()
  expect(asked).toEqual(['/sign-in', expect.stringMatching(/^\/buyers\//)])
  expect((await readiness()).status).toBe(200)
})

test('a process that can’t draw a page is ready nevertheless', async () => {
  const { port } = await listening()
  server?.close()
  startWarmUp(port)
  await warmedUp()
  expect((await readiness()).status).toBe(200)
})
