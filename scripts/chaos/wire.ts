import { connect, createServer, type Server, type Socket } from 'node:net'

/** A whole request as it went over the wire, and when, in milliseconds since 1970. */
export type Arrived = { method: string; path: string; body: string; at: number }

/** What becomes of a request on its way: another header line for it, or `null` where it is swallowed. */
export type Passage = string | null

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
    const server = createServer((desk) => this.join(desk))
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

  private join(desk: Socket): void {
    const service = connect(this.servicePort, '127.0.0.1')
    for (const socket of [desk, service]) {
      this.sockets.add(socket)
      socket.setNoDelay(true)
      socket.once('close', () => this.sockets.delete(socket))
    }
    const back = slowed(this.weather)
    let rest: Buffer = Buffer.alloc(0)
    let passing = Promise.resolve()
    desk.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let request = firstRequest(rest); request; request = firstRequest(rest)) {
        const { arrived, bytes } = request
        rest = rest.subarray(bytes.length)
        passing = passing.then(() => this.pass(arrived, bytes, service)).catch((cause: Error) => void desk.destroy(cause))
      }
    })
    service.on('data', (chunk) => {
      if (this.weather.isReset?.()) desk.resetAndDestroy()
      else back(chunk.length, () => desk.writable && desk.write(chunk))
    })
    service.on('error', () => desk.resetAndDestroy())
    service.on('close', () => back(0, () => desk.end()))
    desk.on('error', () => service.resetAndDestroy())
    desk.on('close', () => service.destroy())
  }

  private async pass(arrived: Arrived, bytes: Buffer, service: Socket): Promise<void> {
    const more = await this.arrives(arrived)
    if (more === null || service.destroyed) return
    const firstLine = bytes.indexOf('\r\n') + 2
    service.write(Buffer.concat([bytes.subarray(0, firstLine), Buffer.from(more), bytes.subarray(firstLine)]))
  }
}

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
function firstRequest(bytes: Buffer): { arrived: Arrived; bytes: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = bytes.subarray(0, end).toString('latin1')
  const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0)
  const whole = end + 4 + length
  if (bytes.length < whole) return null
  const [method = '', path = ''] = head.split(' ', 2)
  return {
    arrived: { method, path, body: bytes.subarray(end + 4, whole).toString('utf8'), at: Date.now() },
    bytes: bytes.subarray(0, whole),
  }
}
