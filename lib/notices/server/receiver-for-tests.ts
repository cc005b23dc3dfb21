import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PostTaker } from '@/lib/testing/post-taker'

export type Received = { id: string; signature: string; body: string; headers: IncomingHttpHeaders }

/** What a hook posts to. */
export class Receiver extends PostTaker {
  readonly received: Received[] = []

  constructor() {
    super((response) => void response.writeHead(204).end())
  }

  protected keep(body: string, headers: IncomingHttpHeaders): void {
    const text = (name: string) => String(headers[name])
    this.received.push({ id: text('x-counterfoil-delivery'), signature: text('x-counterfoil-signature'), body, headers })
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
