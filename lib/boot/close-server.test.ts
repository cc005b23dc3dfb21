import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { closeServer } from './close-server'

it('answers every connection that the system had made before the server was closed', async () => {
  const server = createServer((_, response) => response.end('taken')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () =>
    new Promise<string>((resolve) => {
      get({ port, host: '127.0.0.1', agent: false }, (response) => response.setEncoding('utf8').on('data', resolve)).on(
        'error',
        (error: NodeJS.ErrnoException) => resolve(error.code ?? ''),
      )
    })
  const asked = Array.from({ length: 40 }, ask)
  await closeServer(server)
  expect(await Promise.all(asked)).toEqual(Array(40).fill('taken'))
  expect(await ask()).toMatch(/^ECONN(REFUSED|RESET)$/) // by then another program may have been given the port
})
