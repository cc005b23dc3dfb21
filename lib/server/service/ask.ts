import 'server-only'
import type { AnswerOf, Operation } from '@/lib/operations/operation'
import { env } from '../env'
import { log } from '../log'
import { countServiceAnswer } from '../metrics'
import { currentRequest } from '../request-context'
import { spanUnder } from '../traces/span'
import { addSpan } from '../traces/span-sink'
import { hasRead, noticeAbsence, requireRead } from './extra-reads'
import { problemOf, ServiceFailure } from './failure'
import { keysAnswered } from './keys-state'
import { type RawAnswer, readAnswer } from './read-answer'
import { repeated } from './repeat'
import { type Limits, type ServiceRequest, send } from './transport'

const smallAnswer = 1024 * 1024

/** A query: signed, sent, repeated within its deadline where that may help, read. Throws a ServiceProblem. */
export async function ask<O extends Operation<'query'>>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
  left?: AbortSignal,
): Promise<AnswerOf<O>> {
  requireRead(request.merchant, operation)
  const limits = { mostBytes: operation.large ? env().SERVICE_MAX_ANSWER_BYTES : smallAnswer, ...(left ? { left } : {}) }
  try {
    return await repeated(
      env().SERVICE_READ_TIMEOUT_MS,
      (deadlineMs) => exchanged(operation, request, { ...limits, deadlineMs }),
      left,
    )
  } catch (cause) {
    if (!(cause instanceof ServiceFailure)) throw cause
    if (noticeAbsence(request.merchant, operation, cause)) requireRead(request.merchant, operation)
    throw problemOf(operation, cause)
  }
}

/** A command: signed and sent exactly once. Throws a ServiceFailure, whose proof is the command's outcome. */
export function tell<O extends Operation<'command'>>(
  operation: O,
  request: Omit<ServiceRequest, 'operation'>,
): Promise<AnswerOf<O>> {
  return exchanged(operation, request, { mostBytes: smallAnswer, deadlineMs: env().SERVICE_WRITE_LIMIT_MS })
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
        ...{ ...spanUnder(context.span), parentSpanId: context.span.spanId, name: operation.name, kind: 'client' },
        ...{ startedAt: Date.now() - took, endedAt: Date.now(), failed: outcome !== 'done' },
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

/** Reads the answer and notes what it says about our keys; an extra read that is refused may just not be ours. */
export function readNoting<O extends Operation>(
  operation: O,
  { merchant }: Omit<ServiceRequest, 'operation'>,
  raw: RawAnswer,
): AnswerOf<O> {
  try {
    const answer = readAnswer(operation, raw)
    keysAnswered(merchant.code, false, raw.clockDifference)
    return answer
  } catch (cause) {
    const failure = cause instanceof ServiceFailure ? cause.failure : null
    const mayJustBeOff = operation.extra && raw.status === 403 && hasRead(merchant, operation) && merchant.reads === 'auto'
    if (failure?.keysRefused && !mayJustBeOff) keysAnswered(merchant.code, true, raw.clockDifference)
    else if (failure?.proves === 'refused' && !failure.keysRefused) keysAnswered(merchant.code, false, raw.clockDifference)
    throw cause
  }
}
