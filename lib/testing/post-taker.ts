import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server of the tests' own that takes posts and answers as it's told, or doesn't. It agrees with none of our mistakes. */
export abstract class PostTaker {
  /** The next answers, in order; after them `usual`. */
  readonly next: Answer[] = []
  connections = 0
  port = 0
  private server: Server | null = null
  private readonly sockets = new Set<Socket>()

  constructor(private readonly usual: Answer) {}

  protected abstract keep(body: string, headers: IncomingMessage['headers']): void

  get url(): string {
    return `http://127.0.0.1:${this.port}/take`
  }

  /** At the same address as before, if it has been stopped. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('error', () => {})
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        this.keep(Buffer.concat(chunks).toString('utf8'), request.headers)
        const answer = this.next.shift() ?? this.usual
        answer(response, request)
      })
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
