import 'server-only'
import { Agent, type Dispatcher, request as httpRequest } from 'undici'
import type { Operation } from '@/lib/operations/operation'
import { pathFor, searchFor } from '@/lib/operations/path'
import type { Merchant } from '../merchants'
import { once } from '../once'
import { Slots } from '../slots'
import { Breaker } from './breaker'
import { ServiceFailure } from './failure'
import { lost } from './lost'
import type { RawAnswer } from './read-answer'
import { signedHeaders } from './signed-headers'

export type ServiceRequest = {
  operation: Operation
  merchant: Merchant
  serviceUrl: string
  params: Record<string, string>
  search?: Record<string, unknown> | undefined
  body?: unknown
  buyerIp: string
  /** Headers that the operation declares and the caller gave; nothing else of the caller's is passed on. */
  headers: Record<string, string>
}

export type Limits = {
  /** Total, from the first attempt to connect to the last byte: undici's own timeouts start anew with every byte. */
  deadlineMs: number
  mostBytes: number
  /** Aborts the read when the person has left. Never given for a command: a closed tab must not cut a write. */
  left?: AbortSignal
}

const connection = { connect: { timeout: 3_000 }, headersTimeout: 0, bodyTimeout: 0 }
const kept = () => once('service-connections', () => new Agent({ ...connection, connections: 64, keepAliveTimeout: 10_000 }))
const slots = () => once('service-slots', () => new Slots(32, 64, 2_000))
export const requestsInFlight = () => slots().inFlight
export const requestsWaiting = () => slots().queued

/** One breaker for each address of a service. */
export function breakerOf(serviceUrl: string): Breaker {
  return once(`breaker ${serviceUrl}`, () => new Breaker())
}

/** Reads the body of an answer. `renew` begins the deadline anew: something whole has come. */
export type BodyReader<B> = (body: AsyncIterable<Buffer>, status: number, renew: () => void) => Promise<B>

/** Signs and sends once; nothing is repeated here, and no redirect is followed. Throws a ServiceFailure where no whole answer came. */
export function send(request: ServiceRequest, limits: Limits): Promise<RawAnswer> {
  return sendReading(request, limits, (body) => readWhole(body, limits.mostBytes))
}

/** As `send`, with a reader of its own for the body, for answers that are too large to hold. */
export async function sendReading<B>(request: ServiceRequest, limits: Limits, read: BodyReader<B>): Promise<RawAnswer<B>> {
  const breaker = breakerOf(request.serviceUrl)
  if (!breaker.admits(request.operation.kind))
    throw notSent('breaker_open', 'The service has not been answering; nothing was sent.')
  if (!(await slots().enter())) {
    breaker.abandoned()
    throw notSent('too_busy', 'Too many requests to the service are under way; nothing was sent.')
  }
  try {
    const answer = await exchange(request, limits, read)
    if (answer.status >= 500) breaker.lost()
    else breaker.answered()
    return answer
  } catch (cause) {
    if (limits.left?.aborted) breaker.abandoned()
    else breaker.lost()
    throw cause
  } finally {
    slots().leave()
  }
}

async function exchange<B>(
  { operation, merchant, serviceUrl, params, search, body, buyerIp, headers }: ServiceRequest,
  limits: Limits,
  read: BodyReader<B>,
): Promise<RawAnswer<B>> {
  const over = new AbortController()
  const deadline = over.signal
  const timer = setTimeout(() => over.abort(), Math.max(1, Math.round(limits.deadlineMs)))
  const fresh = operation.repeat === 'makes' || operation.repeat === 'acts' ? new Agent({ ...connection, connections: 1 }) : null
  try {
    const answer = await httpRequest(serviceUrl + pathFor(operation, params) + searchFor(search), {
      method: operation.method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...signedHeaders(merchant, buyerIp, new Date()),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: fresh ?? kept(),
      signal: limits.left ? AbortSignal.any([deadline, limits.left]) : deadline,
    })
    const whole = await read(answer.body as AsyncIterable<Buffer>, answer.statusCode, () => timer.refresh())
    return { status: answer.statusCode, body: whole, ...facts(answer) }
  } catch (cause) {
    if (limits.left?.aborted && !deadline.aborted) throw cause
    throw lost(cause, deadline.aborted)
  } finally {
    clearTimeout(timer)
    // A stale kept connection is the commonest source of unknowns, so what makes something each time had one of its own.
    void fresh?.destroy()
  }
}

/** A body as one piece; a larger one than `mostBytes` is given up. */
export async function readWhole(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) {
      throw new ServiceFailure({
        proves: 'unknown',
        code: 'upstream_too_large',
        detail: `The answer of the service is larger than ${mostBytes} bytes.`,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function facts({ headers }: Dispatcher.ResponseData): Pick<RawAnswer, 'encoding' | 'retryAfter' | 'clockDifference'> {
  const one = (name: string) => [headers[name]].flat()[0] ?? null
  const encoding = one('content-encoding')
  const theirs = Date.parse(one('date') ?? '')
  return {
    encoding: encoding === 'identity' ? null : encoding,
    retryAfter: secondsOf(one('retry-after')),
    clockDifference: Number.isNaN(theirs) ? null : (theirs - Date.now()) / 1000,
  }
}

/** RFC 9110, Retry-After: seconds, or a moment. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter !== null && /^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const moment = Date.parse(retryAfter ?? '')
  return Number.isNaN(moment) ? null : Math.max(0, (moment - Date.now()) / 1000)
}

const notSent = (code: string, detail: string) => new ServiceFailure({ proves: 'not-sent', code, detail })
