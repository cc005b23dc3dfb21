import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isObject } from '@/lib/core/json'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { countServiceAnswer } from '@/lib/platform/metrics'
import { currentRequest } from '@/lib/platform/request-context'
import { singleton } from '@/lib/platform/singleton'
import { addSpan, spanUnder } from '@/lib/platform/traces'
import { hasRead, keysAnswered, markReadAnswered, markReadUnavailable, requireRead, signOfAbsence } from './account-state'
import { problemOf, ServiceFailure } from './failure'
import { type RawAnswer, readAnswer } from './read-answer'
import { type Limits, requestsInFlight, type ServiceRequest, send } from './transport'

const smallAnswer = 1024 * 1024

/** A query: signed, sent, repeated within its deadline where that may help, read. Throws a ServiceProblem. */
export async function sendQuery<O extends Operation<'query'>>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
  signal?: AbortSignal,
): Promise<AnswerOf<O>> {
  requireRead(request.merchant, operation)
  const limits = { maxBytes: operation.large ? env().SERVICE_MAX_ANSWER_BYTES : smallAnswer, ...(signal ? { signal } : {}) }
  try {
    const answer = await repeated(
      env().SERVICE_READ_TIMEOUT_MS,
      (deadlineMs) => foundOut(operation, request, { ...limits, deadlineMs }),
      signal,
    )
    markReadAnswered(request.merchant, operation)
    return answer
  } catch (cause) {
    if (!(cause instanceof ServiceFailure)) throw cause
    requireRead(request.merchant, operation)
    throw problemOf(operation, cause)
  }
}

/**
 * A query, which finds out whether the account has an extra read. An address with nothing there may be a gateway's fault: the read is
 * taken to be absent only where the service itself answers a read that every account has, and then there is nothing again.
 */
async function foundOut<O extends Operation<'query'>>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
  limits: Limits,
): Promise<AnswerOf<O>> {
  const { merchant } = request
  const end = performance.now() + limits.deadlineMs
  const inTime = () => ({ ...limits, deadlineMs: Math.max(1, end - performance.now()) })
  try {
    return await exchanged(operation, request, limits)
  } catch (first) {
    const sign = signOfAbsence(merchant, operation, first)
    if (sign === 'refused') markReadUnavailable(merchant, operation)
    if (sign !== 'nothing-there' || !(await isServiceThere(request, inTime()))) throw first
  }
  try {
    return await exchanged(operation, request, inTime())
  } catch (second) {
    if (signOfAbsence(merchant, operation, second) !== null) markReadUnavailable(merchant, operation)
    throw second
  }
}

/** Whether the service itself answers, by the charge history of a buyer that doesn't exist. */
async function isServiceThere(request: Omit<ServiceRequest, 'operation'>, limits: Limits): Promise<boolean> {
  const { getChargeHistory } = await import('@/lib/operations/queries/get-charge-history') // rarely needed
  try {
    const { body: _, ...read } = { ...request, params: { buyerId: randomUUID() }, search: { limit: 1, offset: 0 } }
    await exchanged(getChargeHistory, read, limits)
    return true
  } catch (cause) {
    if (!(cause instanceof ServiceFailure)) throw cause
    return cause.failure.proves === 'refused' && cause.failure.keysRefused !== true
  }
}

/** A command: signed and sent exactly once. Throws a ServiceFailure, whose proof is the command's outcome. */
export function sendCommand<O extends Operation<'command'>>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
): Promise<AnswerOf<O>> {
  return exchanged(operation, request, { maxBytes: smallAnswer, deadlineMs: env().SERVICE_WRITE_LIMIT_MS })
}

function exchanged<O extends Operation>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
  limits: Limits,
): Promise<AnswerOf<O>> {
  return reported(operation, request, async () => readNoting(operation, request, await send({ ...request, operation }, limits)))
}

/** One exchange with the service, counted and logged by its outcome. */
export async function reported<T>(
  operation: Operation,
  request: Omit<ServiceRequest, 'operation'>,
  exchange: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const report = (outcome: string) => {
    const took = performance.now() - started
    const ms = Math.round(took)
    const context = currentRequest()
    if (context) context.serviceMs += took
    if (context?.span)
      addSpan({
        ...spanUnder(context.span),
        parentSpanId: context.span.spanId,
        name: operation.name,
        kind: 'client',
        startedAt: Date.now() - took,
        endedAt: Date.now(),
        failed: outcome !== 'done',
        attributes: { outcome, merchant: request.merchant.code },
      })
    countServiceAnswer(operation.name, outcome, ms / 1000)
    log.info({ operation: operation.name, merchant: request.merchant.code, outcome, ms }, 'service')
  }
  try {
    const answer = await exchange()
    report('done')
    return answer
  } catch (cause) {
    report(cause instanceof ServiceFailure ? `${cause.failure.proves} ${cause.failure.code}` : 'left')
    throw cause
  }
}

const keptEarlier = new WeakSet<object>()

/** Whether somebody on the way had kept an answer since an earlier request: it may be shown, and is no fact of now. */
export const isKeptEarlier = (answer: unknown): boolean => isObject(answer) && keptEarlier.has(answer)

/** Reads an answer that is about what was asked, and notes what it says about our keys; an extra read that is refused may just not be ours. */
export function readNoting<O extends Operation>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
  raw: RawAnswer,
): AnswerOf<O> {
  const { merchant } = request
  try {
    const answer = readAnswer({ ...request, operation }, raw)
    keysAnswered(merchant.code, false, raw.clockDifference)
    const told = operation.withTimesIn ? (operation.withTimesIn(answer, merchant.timeZone) as AnswerOf<O>) : answer
    if (raw.isOld && isObject(told)) keptEarlier.add(told)
    return told
  } catch (cause) {
    const failure = cause instanceof ServiceFailure ? cause.failure : null
    const mayJustBeOff = operation.extra && raw.status === 403 && hasRead(merchant, operation) && merchant.reads === 'auto'
    if (failure?.keysRefused && !mayJustBeOff) keysAnswered(merchant.code, true, raw.clockDifference)
    else if (failure?.proves === 'refused' && !failure.keysRefused) keysAnswered(merchant.code, false, raw.clockDifference)
    throw cause
  }
}

const max = 2
const longestRetryAfterMs = 5_000
const repeating = () => singleton('service-repeats', () => ({ now: 0 }))

/**
 * Asks again after a passing fault: at most twice, after 100 to 400 ms, inside the deadline, and never by more than a fifth of
 * what is in flight, so that repeats do not bury a service that is already in trouble. For queries only.
 */
export async function repeated<T>(
  deadlineMs: number,
  attempt: (remainingMs: number) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const end = performance.now() + deadlineMs
  const budget = repeating()
  let mine = 0
  try {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await attempt(end - performance.now())
      } catch (cause) {
        const pause = cause instanceof ServiceFailure ? pauseBefore(cause) : null
        if (pause === null || repeats === max || signal?.aborted || performance.now() + pause >= end) throw cause
        if (mine === 0 && budget.now >= Math.max(3, requestsInFlight() / 5)) throw cause
        if (mine === 0) budget.now += mine = 1
        await wait(pause, undefined, signal ? { signal } : {})
      }
    }
  } finally {
    budget.now -= mine
  }
}

const passing = new Set(['upstream_broken', 'econnrefused', 'und_err_connect_timeout', 'eai_again'])

/** Milliseconds to wait before asking again, or null where it would not help. */
function pauseBefore({ failure }: ServiceFailure): number | null {
  if (failure.status === 429) {
    const asked = (failure.retryAfter ?? 0.4) * 1000
    return asked <= longestRetryAfterMs ? asked : null
  }
  const transient = passing.has(failure.code) || ((failure.status ?? 0) >= 500 && !failure.keysRefused)
  return transient ? 100 + Math.random() * 300 : null
}
