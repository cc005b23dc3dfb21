import 'server-only'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as AnyServer, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** One request as it came over the wire. */
export type Received = { method: string; url: string; headers: Record<string, string>; body: string }

/** A server of the test's own in the place of the service, closed with the test. It agrees with none of our mistakes. */
export type Listener = { url: string; received: Received[] }

export type Answering = (response: ServerResponse, received: Received, request: IncomingMessage) => void

/** Listens on a free port of this machine and notes what comes before it answers. */
export async function listener(
  answer: Answering,
  make: (handler: (request: IncomingMessage, response: ServerResponse) => void) => Server = createServer,
): Promise<Listener> {
  const received: Received[] = []
  const server = make(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    received.push(one)
    answer(response, one, request)
  })
  const port = await listening(server)
  return { url: `${'setSecureContext' in server ? 'https' : 'http'}://127.0.0.1:${port}`, received }
}

/** Opens any server on a free port; with the test it ends, and every connection to it. Resolves to the port. */
export async function listening(server: AnyServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** Answers every request with this JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** Answers a command on a subscription as the service does: with the one that it is about. */
export const applied: Answering = (response, received, request) => {
  const id = received.url.split('/').at(-2)
  json(200, { data: { id, status: 'active' }, meta: { type: 'entity' } })(response, received, request)
}

/** Answers the first request with the first, the second with the second, and every later one with the last. */
export function inSequence(...answers: [Answering, ...Answering[]]): Answering {
  let count = 0
  return (...given) => (answers[Math.min(count++, answers.length - 1)] ?? answers[0])(...given)
}

/** Notes the request and never answers. */
export const silent: Answering = () => {}

/** Answers as another service does, with what `change` makes of its answers. */
export const relaying =
  (to: { url: string }, change: (text: string) => string): Answering =>
  async (response, { method, url, headers, body }) => {
    const { 'content-length': _, connection: __, ...sent } = headers
    const answer = await fetch(`${to.url}${url}`, { method, headers: sent, ...(body === '' ? {} : { body }) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(change(await answer.text()))
  }
