import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { Child } from './child.mjs'
import { freePort } from './ports.mjs'

const ports = new URL('ports.mjs', import.meta.url).href
/** A process that claims a hundred ports, says which, and lives until it is stopped. */
const claimer = `
  const { freePort } = await import(${JSON.stringify(ports)})
  const claimed = []
  while (claimed.length < 100) claimed.push(await freePort())
  console.log(claimed.join(' '))
  setInterval(() => {}, 1_000)
`

async function claimed(): Promise<{ child: Child; ports: string[] }> {
  const child = new Child([process.execPath, '--input-type=module', '-e', claimer])
  await expect.poll(() => child.output, { timeout: 20_000 }).toContain('\n')
  return { child, ports: child.output.trim().split(' ') }
}

test('processes that look for ports at the same time never get the same one, though nobody listens on it yet', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, claimed))
  const given = all.flatMap(({ ports }) => ports)
  await Promise.all(all.map(({ child }) => child.stop()))
  expect(given.length).toBe(800)
  expect(new Set(given).size).toBe(800)
})

test('a port is one that a server can listen on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
