import 'server-only'
import { randomUUID } from 'node:crypto'
import { ownAnswerHeader } from '@/lib/core/browser-names'
import { log } from './log'
import { countRequest } from './metrics'
import { inRequest, type RequestContext } from './request-context'
import { addSpan, isTracing, parentIn, spanUnder } from './traces'

/** Answers a request under an id of its own, which the answer bears as `x-request-id`: a line in the log, a count, a span where traces are on. */
export function observed(operation: string, request: Request, work: () => Promise<Response>): Promise<Response> {
  const parent = isTracing() ? parentIn(request.headers.get('traceparent')) : null
  const context: RequestContext = {
    requestId: randomUUID(),
    signature: request.headers.get('x-signature'),
    personId: null,
    merchant: null,
    traceId: null,
    serviceMs: 0,
    span: isTracing() ? spanUnder(parent) : null,
  }
  const startedAt = Date.now()
  const started = performance.now()
  return inRequest(context, async () => {
    const answer = await work()
    const took = performance.now() - started
    const ms = Math.round(took)
    const serviceMs = Math.round(context.serviceMs)
    const outcome = outcomeOf(answer)
    log.info({ operation, outcome, status: answer.status, ms, serviceMs, traceId: context.traceId }, 'request')
    countRequest(operation, outcome, { seconds: took / 1_000, ownSeconds: Math.max(0, took - context.serviceMs) / 1_000 })
    if (context.span)
      addSpan({
        ...context.span,
        parentSpanId: parent?.spanId ?? null,
        name: operation,
        kind: 'server',
        startedAt,
        endedAt: startedAt + took,
        failed: answer.status >= 500,
        attributes: { outcome, 'http.response.status_code': answer.status, 'request.id': context.requestId },
      })
    answer.headers.set('x-request-id', context.requestId)
    answer.headers.set(ownAnswerHeader, 'yes')
    return answer
  })
}

/** Few words, so that the metrics stay few: what became of a command, or whose fault it was. */
function outcomeOf({ status, headers }: Response): string {
  const outcome = headers.get('x-outcome')
  if (outcome !== null) return outcome
  if (status < 400) return 'done'
  if (status === 499) return 'left'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}
