import 'server-only'
import { createHmac } from 'node:crypto'
import { lookup as lookUp } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Client } from 'undici'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { isReached, whyNotReached } from './hook-hosts'

const timeoutMs = 5_000
const maxAnswerBytes = 1_024

type Found = { address: string; family: number }
export type LookUp = (hostname: string) => Promise<Found[]>

export type Posting = { url: string; secret: string; deliveryId: string; body: string }

/**
 * Posts to a hook once. Returns the status, or in a word why there is none. The name is looked up once, and the connection goes to the
 * address that was checked: what the name stands for a moment later makes no difference. No redirect is followed.
 */
export async function post({ url, secret, deliveryId, body }: Posting, find: LookUp = findAll): Promise<string> {
  const { HOOK_HOSTS: hosts } = env()
  if (whyNotReached(url, hosts) !== null) return 'host not allowed'
  const at = new URL(url)
  const over = AbortSignal.timeout(timeoutMs)
  let client: Client | null = null
  try {
    const found = await within(over, find(at.hostname.replace(/^\[|\]$/g, '')))
    if (found.length === 0) return 'no address'
    if (!found.every(({ address }) => isReached(address, at, hosts))) return 'address not allowed'
    client = clientFor(at, found)
    const answer = await client.request({
      method: 'POST',
      path: `${at.pathname}${at.search}`,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Counterfoil',
        'x-counterfoil-delivery': deliveryId,
        'x-counterfoil-signature': signatureOf(secret, body),
      },
      body,
      signal: over,
    })
    await readSome(answer.body)
    return String(answer.statusCode)
  } catch (cause) {
    log.debug({ err: cause }, 'hook_not_reached')
    return reasonOf(cause)
  } finally {
    // What the receiver still sends is nobody's.
    void client?.destroy().catch(() => {})
  }
}

/** As a help desk signs for the panel: a time that is checked, and the HMAC-SHA256 of the time, a dot and the body. */
export function signatureOf(secret: string, body: string, now = Date.now()): string {
  const time = Math.floor(now / 1_000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

const findAll: LookUp = async (hostname) => {
  const family = isIP(hostname)
  return family > 0 ? [{ address: hostname, family }] : lookUp(hostname, { all: true })
}

/** A lookup can't be called off; nobody waits for it any longer. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })

function clientFor({ origin }: URL, found: Found[]): Client {
  const [first] = found
  return new Client(origin, {
    connect: {
      timeout: timeoutMs,
      lookup: (_, { all }, answer) => (all ? answer(null, found) : answer(null, first?.address ?? '', first?.family ?? 0)),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 1,
  })
}

/** The answer's head is what counts; of the rest so much is read that a connection ends in order. */
async function readSome(body: AsyncIterable<Buffer>): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxAnswerBytes) return
    }
  } catch {
    // The status has been answered, so what becomes of the rest changes nothing.
  }
}

function reasonOf(cause: unknown): string {
  const { code, name } = cause as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'no answer in 5 s'
  return code ?? name ?? 'unknown'
}
