import 'server-only'
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Dispatcher, request as httpRequest } from 'undici'
import type { Operation } from '@/lib/operations/declare/operation'
import { pathFor, searchFor } from '@/lib/operations/path'
import type { Merchant } from '@/lib/platform/merchants'
import { Semaphore } from '@/lib/platform/semaphore'
import { singleton } from '@/lib/platform/singleton'
import { Breaker, connectionFor } from './connections'
import { lost, ServiceFailure } from './failure'
import type { RawAnswer } from './read-answer'

export type ServiceRequest = {
  operation: Operation
  merchant: Merchant
  serviceUrl: string
  params: Record<string, string>
  /** The buyer that it was asked for, where neither its path nor its body names them: an order goes out with their e-mail address. */
  buyerId?: string | undefined
  search?: Record<string, unknown> | undefined
  body?: unknown
  buyerIp: string
  /** Headers that the operation declares and the caller gave; nothing else of the caller's is passed on. */
  headers: Record<string, string>
  /** A read whose answer decides what is done next: on a connection of its own, so that no earlier answer can be taken for it. */
  fresh?: boolean | undefined
}

export type Limits = {
  /** Total, from the first attempt to connect to the last byte: undici's own timeouts start anew with every byte. */
  deadlineMs: number
  maxBytes: number
  /** Aborts the read when the person has left. Never given for a command: a closed tab must not cut a write. */
  signal?: AbortSignal
}

const slots = () => singleton('service-slots', () => new Semaphore(32, 64, 2_000))
export const requestsInFlight = () => slots().inFlight
export const requestsWaiting = () => slots().queued

/** One breaker for each address of a service. */
export function breakerOf(serviceUrl: string): Breaker {
  return singleton(`breaker ${serviceUrl}`, () => new Breaker(undefined, () => whenOpened().listener(serviceUrl)))
}

/** What is called when a breaker opens. It's set at boot, by what stands above. */
export const whenOpened = () => singleton('breaker-opened', () => ({ listener: (_serviceUrl: string): void => {} }))

/** Reads the body of an answer. `renew` begins the deadline anew: something whole has come. */
export type BodyReader<B> = (body: AsyncIterable<Buffer>, status: number, renew: () => void) => Promise<B>

/** Signs and sends once; nothing is repeated here, and no redirect is followed. Throws a ServiceFailure where no whole answer came. */
export function send(request: ServiceRequest, limits: Limits): Promise<RawAnswer> {
  return sendReading(request, limits, (body) => readWhole(body, limits.maxBytes))
}

/** As `send`, with a reader of its own for the body, for answers that are too large to hold. */
export async function sendReading<B>(request: ServiceRequest, limits: Limits, read: BodyReader<B>): Promise<RawAnswer<B>> {
  const breaker = breakerOf(request.serviceUrl)
  if (!breaker.admits(request.operation.kind))
    throw notSent('breaker_open', 'The service isn’t responding. Nothing was sent. Try again in a moment.')
  if (!(await slots().acquire())) {
    breaker.abandoned()
    throw notSent('too_busy', 'Too many requests are in progress. Nothing was sent. Try again in a moment.')
  }
  try {
    const answer = await exchange(request, limits, read)
    if (answer.status >= 500) breaker.lost()
    else breaker.answered()
    return answer
  } catch (cause) {
    if (limits.signal?.aborted) breaker.abandoned()
    else breaker.lost()
    throw cause
  } finally {
    slots().release()
  }
}

async function exchange<B>(request: ServiceRequest, limits: Limits, read: BodyReader<B>): Promise<RawAnswer<B>> {
  const { operation, merchant, serviceUrl, params, search, body, buyerIp, headers } = request
  const over = new AbortController()
  const deadline = over.signal
  const timer = setTimeout(() => afterWaitingAnswers(() => over.abort()), Math.max(1, Math.round(limits.deadlineMs)))
  const url = serviceUrl + pathFor(operation, params) + searchFor(search)
  const { client, done } = connectionFor(request, url)
  let mayBeKept = false
  try {
    const answer = await httpRequest(url, {
      method: operation.method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...signedHeaders(merchant, buyerIp, new Date()),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: client,
      signal: limits.signal ? AbortSignal.any([deadline, limits.signal]) : deadline,
    })
    const whole = await read(bodyOf(answer), answer.statusCode, () => timer.refresh())
    mayBeKept = answer.statusCode < 300 // what answers an error may not be the service, whose own answer is then still to come
    return { status: answer.statusCode, body: whole, ...facts(answer) }
  } catch (cause) {
    if (limits.signal?.aborted && !deadline.aborted) throw cause
    throw lost(cause, deadline.aborted)
  } finally {
    clearTimeout(timer)
    done(mayBeKept)
  }
}

/**
 * Timers run before sockets are read. After a pause of the whole process (a busy or suspended machine) an answer may have
 * come in time and not been read yet, so sockets are read once more before a request is given up.
 */
const afterWaitingAnswers = (give: () => void) => setImmediate(() => setImmediate(give))

/** RFC 9110, 15.3.5: a 204 ends with its head, so what it announces or what follows it is none of it. */
function bodyOf({ statusCode, body }: Dispatcher.ResponseData): AsyncIterable<Buffer> {
  if (statusCode !== 204) return body
  body.on('error', () => {}).destroy()
  return Readable.from([])
}

/** A body as one piece; a larger one than `maxBytes` is given up. */
export async function readWhole(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) {
      throw new ServiceFailure({
        proves: 'unknown',
        code: 'upstream_too_large',
        detail: `The service’s answer is larger than ${maxBytes} bytes, so we stopped reading it.`,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function facts({ headers }: Dispatcher.ResponseData): Pick<RawAnswer, 'encoding' | 'retryAfter' | 'clockDifference' | 'isOld'> {
  const one = (name: string) => [headers[name]].flat()[0] ?? null
  const encoding = one('content-encoding')
  const theirs = Date.parse(one('date') ?? '')
  const isOld = [headers.age].flat().some((age) => age !== undefined && !/^0+$/.test(age.trim()))
  return {
    encoding: encoding === 'identity' ? null : encoding,
    retryAfter: secondsOf(one('retry-after')),
    // What has an age, in whatever form, was answered then, and says nothing about what time it is now.
    clockDifference: Number.isNaN(theirs) || isOld ? null : (theirs - Date.now()) / 1000,
    isOld,
  }
}

/** RFC 9110, Retry-After: seconds, or a moment. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter !== null && /^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const moment = Date.parse(retryAfter ?? '')
  return Number.isNaN(moment) ? null : Math.max(0, (moment - Date.now()) / 1000)
}

const notSent = (code: string, detail: string) => new ServiceFailure({ proves: 'not-sent', code, detail })

type Signer = Pick<Merchant, 'publicKey' | 'secretKey' | 'serviceId' | 'source' | 'dateFormat'>

/**
 * The six headers of every request (service-interface, Authentication; service-facts 2.14).
 * `buyerIp` is the buyer's address, IPv4 or IPv6; the same text is signed and sent.
 */
export function signedHeaders(signer: Signer, buyerIp: string, sentAt: Date): Record<string, string> {
  const date = wireDate(sentAt, signer.dateFormat)
  return {
    'x-public-key': signer.publicKey,
    'x-buyer-ip': buyerIp,
    'x-date': date,
    'x-token': tokenOf(signer, buyerIp, date),
    'x-source': signer.source,
    'x-id': signer.serviceId,
  }
}

/** The signature of a request: neither its body nor its method nor its path are part of it. `date` is the text of x-date. */
export function tokenOf(
  { secretKey, publicKey }: Pick<Merchant, 'secretKey' | 'publicKey'>,
  buyerIp: string,
  date: string,
): string {
  return createHmac('sha256', secretKey)
    .update(secretKey + publicKey + buyerIp + date)
    .digest('hex')
}

/** `sentAt` in UTC (D1). PHP's `u` has six digits and a JavaScript date three. */
export function wireDate(sentAt: Date, format: Merchant['dateFormat']): string {
  const iso = sentAt.toISOString()
  return format === 'Y-m-d H:i:s.u' ? iso.replace('T', ' ').replace('Z', '000') : iso.slice(0, 19)
}
