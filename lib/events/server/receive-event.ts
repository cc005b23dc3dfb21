import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ownAnswerHeader } from '@/lib/core/browser-names'
import type { RefusedEvent } from '@/lib/database/event-tables'
import { addressOf } from '@/lib/platform/address-of'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { type Buckets, isOverRate, type Rate } from '@/lib/platform/rate'
import { singleton } from '@/lib/platform/singleton'
import { addressFor } from './addresses'
import { countRefused } from './hours'
import { isFrom } from './settings'
import { receive } from './store'

const maxBytes = 64 * 1_024
const patienceMs = 5_000

/**
 * `POST /api/events/{account}/{secret}`: takes in an event of the service, without a session. It answers 202 once the event is stored, whatever
 * it says: the service would repeat what it is refused for ever, and a receipt nobody understands is better kept and counted. What is refused
 * bears no body; an unknown account, a wrong secret and a revoked one look the same.
 */
export async function receiveEvent(
  request: Request,
  { params }: { params: Promise<{ account: string; secret: string }> },
): Promise<Response> {
  const { account = '', secret = '' } = await params
  const sender = addressOf(request.headers)
  if (env().EVENTS === 'off') return bare(404)
  const address = await addressFor(account, secret)
  const isAllowed = isFrom(address?.from ?? nobodys, sender)
  if (address === null || !isAllowed) {
    // Only what is wrong is limited: behind one gateway it must not shut out what is right.
    if (isOverRate(wrongSecrets(), sender, wrongLimit)) return bare(429, { 'retry-after': '60' })
    countRefused(account, address === null ? 'address' : 'sender')
    return bare(404)
  }
  const refuse = (status: number, why: RefusedEvent, headers = {}) => {
    countRefused(address.merchant, why)
    return bare(status, headers)
  }
  if (isOverRate(arrivals(), address.merchant, arrivalLimit)) return refuse(429, 'rate', { 'retry-after': '3' })
  const text = await Promise.race([bodyOf(request), wait(patienceMs, 408 as const, { ref: false })])
  if (typeof text === 'number') return refuse(text, whyRefused[text])
  try {
    await receive({ merchant: address.merchant, addressId: address.id, text })
    return bare(202, { [ownAnswerHeader]: 'yes' }) // a page that posts a test event takes no other
  } catch (cause) {
    log.error({ err: cause }, 'event_not_stored')
    return bare(503, { 'retry-after': '3' })
  }
}

/** Looked through where the secret is wrong, so that a sender that isn't allowed takes no longer to refuse. */
const nobodys = ['192.0.2.0/24']

const whyRefused = { 408: 'slow', 413: 'size', 415: 'encoding' } as const

const bare = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } })

/** The text of a body, or the status with which it is refused. It is never read further than it may be long. */
async function bodyOf(request: Request): Promise<string | 413 | 415> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') return 415
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 413
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return 413
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  return encoding === 'gzip' ? unpacked(bytes) : bytes.toString('utf8')
}

/** What only says that it is packed is kept as it came. */
async function unpacked(bytes: Buffer): Promise<string | 413> {
  try {
    return (await promisify(gunzip)(bytes, { maxOutputLength: maxBytes })).toString('utf8')
  } catch (cause) {
    return (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 413 : bytes.toString('utf8')
  }
}

const arrivalLimit: Rate = { perSecond: 200, burst: 1_000 }
const wrongLimit: Rate = { perSecond: 20 / 60, burst: 20 }

const arrivals = () => singleton('events-by-account', (): Buckets => new Map())
const wrongSecrets = () => singleton('events-wrong-by-sender', (): Buckets => new Map())
