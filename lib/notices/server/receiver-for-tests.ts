import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Received = { id: string; signature: string; body: string; headers: IncomingHttpHeaders }
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A receiver of the tests' own: it keeps what it was sent and answers as it's told, or doesn't. It agrees with none of our mistakes. */
export class Receiver {
  readonly received: Received[] = []
  /** The next answers, in order; after them 204. */
  readonly next: Answer[] = []
  connections = 0
  private server: Server | null = null
  private readonly sockets = new Set<Socket>()
  port = 0

  get url(): string {
    return `http://127.0.0.1:${this.port}/take`
  }

  /** At the same address as before, if it has been stopped. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('error', () => {})
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => this.take(Buffer.concat(chunks).toString('utf8'), request, response))
    })
    server.on('connection', (socket: Socket) => {
      this.connections += 1
      this.sockets.add(socket.on('error', () => {}))
    })
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
    this.server = server
    return this
  }

  /** As one that is killed: what is on the wire breaks off. */
  stop(): void {
    this.server?.close()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }

  private take(body: string, request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    const text = (name: string) => String(headers[name])
    this.received.push({ id: text('x-counterfoil-delivery'), signature: text('x-counterfoil-signature'), body, headers })
    const answer = this.next.shift() ?? ((given) => void given.writeHead(204).end())
    answer(response, request)
  }

  ids(): string[] {
    return this.received.map(({ id }) => id)
  }
}

type Signed = { signature: string; body: string | Buffer }

/** What any receiver does with the secret: header `t={unix},v1={hex}`, HMAC-SHA256 of the time, a dot and the body as it came. */
export function isSigned(secret: string, { signature, body }: Signed, now = Date.now()): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const isFresh = Math.abs(now / 1_000 - Number(time)) <= 300
  return given !== '' && isFresh && timingSafeEqual(wanted, Buffer.from(given, 'hex'))
}

export const statusOf =
  (status: number, headers = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end('no')
export const reset: Answer = (_, request) => void request.socket.resetAndDestroy()
export const never: Answer = () => {}
export const endless: Answer = (response) => {
  response.writeHead(200)
  const writing = setInterval(() => response.write('x'.repeat(65_536)), 5)
  response.on('close', () => clearInterval(writing))
}
