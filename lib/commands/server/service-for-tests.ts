import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, vi } from 'vitest'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'

/** A command as it arrived. `connection` counts the connections, from 1. */
export type Received = { method: string; path: string; body: Record<string, unknown>; connection: number }
export type Answering = (received: Received, response: ServerResponse) => void | Promise<void>

/** A service over a real socket that counts what reaches it and answers as a test wants: by default that it was done. */
export class ServiceForTests {
  readonly received: Received[] = []
  answering: Answering = done
  /** How reads are answered, which aren't counted then. */
  reading: Answering | undefined
  private readonly connections = new Map<Socket, number>()
  private readonly server = createServer((request, response) => void this.take(request, response))

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeAllConnections()
    await closed
  }

  /** Has the service wait with its answer to the next command until what this returns is called. */
  hold(answering: Answering = done): () => Promise<void> {
    let answer: (() => void) | undefined
    this.answering = (received, response) => {
      answer = () => void answering(received, response)
    }
    return () => vi.waitFor(() => (answer ? answer() : expect.fail('The command has not arrived yet')), { timeout: 10_000 })
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const connection = this.connections.get(request.socket) ?? this.connections.size + 1
    this.connections.set(request.socket, connection)
    const text = Buffer.concat(chunks).toString('utf8')
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      body: text === '' ? {} : JSON.parse(text),
      connection,
    }
    if (received.method === 'GET' && this.reading) return this.reading(received, response)
    this.received.push(received)
    await this.answering(received, response)
  }
}

/** What the service answers to a command it carries out. */
export const done: Answering = ({ path, body }, response) => {
  if (path.endsWith('-token') || /^\/api\/v2\/buyers\/[^/]+$/.test(path)) return void response.writeHead(204).end()
  const data = path.includes('/subscriptions/')
    ? subscription(path, body)
    : path.includes('/initials/')
      ? { url: 'https://pay.example.test/1' }
      : { id: crypto.randomUUID() }
  answer(response, path.includes('/subscriptions/') ? 200 : 201, { data, meta: { type: 'entity' } })
}

export const refuse: Answering = (_, response) =>
  answer(response, 422, {
    code: '2001',
    message: 'Not today',
    traceId: 't-1',
    errors: [{ field: 'expirationDate', title: 'Choose another day' }],
  })

/** The command arrived, and its answer is lost on the way. */
export const reset: Answering = (_, response) => void response.socket?.resetAndDestroy()

/** How long people of this process wait for an answer from now on. */
export function bePatient(ms: number): void {
  process.env.SERVICE_WRITE_PATIENCE_MS = String(ms)
  forgetSingletons('env')
}

export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function subscription(path: string, { expirationDate, autochargeStatus }: Record<string, unknown>) {
  const [, buyerId, id] = /buyers\/([^/]+)\/subscriptions\/([^/]+)/.exec(path) ?? []
  const endDate = `${expirationDate ?? '2027-01-01'}T00:00:00+00:00`
  return {
    id,
    buyerId,
    startDate: '2026-01-01T00:00:00+00:00',
    endDate,
    status: 'active',
    autoChargeStatus: autochargeStatus ?? true,
    isManual: false,
    createdAt: '2026-01-01T00:00:00+00:00',
    statusInfo: [],
  }
}
