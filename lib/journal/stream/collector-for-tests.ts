import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A collector of the tests' own: it keeps what it was sent and answers as it's told, or doesn't. It agrees with none of our mistakes. */
export class Collector {
  readonly lines: string[] = []
  readonly batches: number[] = []
  readonly headers: IncomingMessage['headers'][] = []
  /** The next answers, in order; after them 200. */
  readonly next: Answer[] = []
  private server: Server | null = null
  private readonly sockets = new Set<Socket>()
  private port = 0

  get url(): string {
    return `http://127.0.0.1:${this.port}/journal`
  }

  /** At the same address as before, if it has been stopped. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('error', () => {})
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => this.take(Buffer.concat(chunks).toString('utf8'), request, response))
    })
    server.on('connection', (socket: Socket) => this.sockets.add(socket.on('error', () => {})))
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
    this.server = server
    return this
  }

  /** As one that is killed: what is on the wire breaks off. */
  async stop(): Promise<void> {
    this.server?.close()
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }

  private take(text: string, request: IncomingMessage, response: ServerResponse): void {
    const lines = text.split('\n')
    if (lines.pop() !== '') throw new Error('A batch doesn’t end with its last line')
    this.lines.push(...lines)
    this.batches.push(lines.length)
    this.headers.push(request.headers)
    const answer = this.next.shift() ?? answers.taken
    answer(response, request)
  }

  seqs(): number[] {
    return this.lines.map((line) => (JSON.parse(line) as { metadata: { sequence: number } }).metadata.sequence)
  }

  /** What is wrong with all that came: numbers that are missing, first arrivals out of order, doubles that differ. */
  faults(count: number): string[] {
    const first = new Map<number, string>()
    const faults: string[] = []
    for (const [at, seq] of this.seqs().entries()) {
      const line = this.lines[at] ?? ''
      const known = first.get(seq)
      if (known === undefined && seq !== first.size + 1) faults.push(`entry ${seq} came when ${first.size} were there`)
      if (known !== undefined && known !== line) faults.push(`entry ${seq} came twice and differs`)
      if (known === undefined) first.set(seq, line)
    }
    return first.size === count ? faults : [...faults, `${first.size} of ${count} entries came`]
  }
}

const statusOf =
  (status: number, headers = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end('no')
  }
const taken: Answer = (response) => void response.end()
const reset: Answer = (_, request) => void request.socket.resetAndDestroy()
const closed: Answer = (_, request) => void request.socket.end()
const garbage: Answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"error": \u0000')
const endless: Answer = (response) => {
  response.writeHead(200)
  const writing = setInterval(() => response.write('x'.repeat(65_536)), 5)
  response.on('close', () => clearInterval(writing))
}
const slow =
  (ms: number): Answer =>
  (response) =>
    void setTimeout(() => response.end(), ms)
const never: Answer = () => {}

export const answers = { taken, status: statusOf, reset, closed, garbage, endless, slow, never }
