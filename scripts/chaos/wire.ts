import { connect, createServer, type Server, type Socket } from 'node:net'

/** A whole request as it went over the wire, and when, in milliseconds since 1970. */
export type Arrived = {
  method: string
  path: string
  head: string
  body: string
  at: number
  /** What the same connection asked before, with its method; null where this is its first request. */
  before: string | null
}

/** What becomes of a request on its way, and of its answer on the way back. */
export type Passage = {
  /** Another header line for it. */
  more?: string
  /** Whether the service gets it; it does unless told otherwise. */
  passes?: boolean
  /** Answered in the service's place, whose own answer nobody sees: bytes, or the line is torn. */
  instead?: string | 'reset'
  /** The answer goes back only then. */
  until?: Promise<void>
  /** Bytes that nobody asked for, after the answer. */
  surplus?: string
  /** Told once the first bytes of the answer have gone back. */
  answered?: () => void
}

/** What a request asks, as far as its first line says. */
export const questionOf = ({ method, path }: Pick<Arrived, 'method' | 'path'>) => `${method} ${path}`

/** How bad the line is; nothing is wrong with it unless told otherwise. */
export type Weather = { latencyMs?: number; bytesPerSecond?: number; isReset?: () => boolean }

/**
 * The line between the dashboard and the service, byte for byte and reset for reset. Whoever listens on it sees each request after it
 * has left the dashboard and before the service has it.
 */
export class Wire {
  private server: Server | undefined
  private readonly sockets = new Set<Socket>()

  constructor(
    private readonly servicePort: number,
    private readonly arrives: (request: Arrived) => Promise<Passage>,
    private readonly weather: Weather = {},
  ) {}

  /** Resolves to the address that stands for the service. */
  start(port: number): Promise<string> {
    const server = createServer((dashboard) => this.join(dashboard))
    this.server = server
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${port}`))
    })
  }

  stop(): void {
    this.server?.close()
    for (const socket of this.sockets) socket.destroy()
  }

  private join(dashboard: Socket): void {
    const line = new Line(dashboard, connect(this.servicePort, '127.0.0.1'), this.weather)
    for (const socket of [line.dashboard, line.service]) {
      this.sockets.add(socket)
      socket.setNoDelay(true)
      socket.once('close', () => this.sockets.delete(socket))
    }
    let rest: Buffer = Buffer.alloc(0)
    let before: string | null = null
    let passing = Promise.resolve()
    dashboard.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let request = firstRequest(rest); request; request = firstRequest(rest)) {
        const { bytes } = request
        const arrived = { ...request.arrived, before }
        before = questionOf(arrived)
        rest = rest.subarray(bytes.length)
        passing = passing
          .then(async () => line.pass(await this.arrives(arrived), bytes))
          .catch((cause: Error) => void dashboard.destroy(cause))
      }
    })
  }
}

/** One connection of the dashboard, and the one to the service that goes with it. */
class Line {
  private passage: Passage = {}
  private readonly back: ReturnType<typeof slowed>

  constructor(
    readonly dashboard: Socket,
    readonly service: Socket,
    private readonly weather: Weather,
  ) {
    this.back = slowed(weather)
    service.on('data', (chunk) => this.answered(chunk))
    service.on('error', () => dashboard.resetAndDestroy())
    service.on('close', () => this.inTime(() => this.back(0, () => dashboard.end())))
    dashboard.on('error', () => service.resetAndDestroy())
    dashboard.on('close', () => service.destroy())
  }

  pass(passage: Passage, bytes: Buffer): void {
    this.passage = passage
    if (passage.passes === false) this.answerInstead()
    if (passage.passes === false || this.service.destroyed) return
    const firstLine = bytes.indexOf('\r\n') + 2
    this.service.write(Buffer.concat([bytes.subarray(0, firstLine), Buffer.from(passage.more ?? ''), bytes.subarray(firstLine)]))
  }

  private answered(chunk: Buffer): void {
    if (this.passage.instead !== undefined) this.answerInstead()
    else if (this.weather.isReset?.()) this.dashboard.resetAndDestroy()
    else this.inTime(() => this.back(chunk.length, () => this.give(chunk)))
  }

  private inTime(work: () => void): void {
    const { until } = this.passage
    if (until) void until.then(work)
    else work()
  }

  private give(chunk: Buffer): void {
    const { surplus } = this.passage
    if (!this.dashboard.writable) return
    this.dashboard.write(chunk)
    this.passage.answered?.()
    if (surplus !== undefined) setTimeout(() => this.dashboard.writable && this.dashboard.write(surplus), surplusAfterMs)
  }

  private answerInstead(): void {
    const { instead } = this.passage
    if (instead === 'reset') this.dashboard.resetAndDestroy()
    else if (instead !== undefined) this.dashboard.end(instead)
  }
}

/** The answer itself must have been read by then, or it would be one piece with what comes after it. */
const surplusAfterMs = 5

/** Does things in their order, each after the line's latency and the time its bytes take. */
function slowed({ latencyMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY }: Weather) {
  if (latencyMs === 0 && bytesPerSecond === Number.POSITIVE_INFINITY) return (_: number, work: () => void) => work()
  let free = 0
  return (bytes: number, work: () => void) => {
    const now = performance.now()
    free = Math.max(now + latencyMs, free) + (bytes / bytesPerSecond) * 1_000
    setTimeout(work, free - now)
  }
}

/** The first request of what has come, once all of it is there. The dashboard's client always says how long a body is. */
function firstRequest(bytes: Buffer): { arrived: Omit<Arrived, 'before'>; bytes: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = bytes.subarray(0, end).toString('latin1')
  const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0)
  const whole = end + 4 + length
  if (bytes.length < whole) return null
  const [method = '', path = ''] = head.split(' ', 2)
  return {
    arrived: { method, path, head, body: bytes.subarray(end + 4, whole).toString('utf8'), at: Date.now() },
    bytes: bytes.subarray(0, whole),
  }
}
