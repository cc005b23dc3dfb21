import 'server-only'
import { randomUUID } from 'node:crypto'
import { log } from './log'
import { countRequest } from './metrics'
import { inRequest, type RequestContext } from './request-context'

/** Answers a request under an id of its own, which the answer bears as `x-request-id`: one line in the log, one count in the metrics. */
export function observed(operation: string, work: () => Promise<Response>): Promise<Response> {
  const context: RequestContext = { requestId: randomUUID(), personId: null, merchant: null, traceId: null, serviceMs: 0 }
  const started = performance.now()
  return inRequest(context, async () => {
    const answer = await work()
    const ms = Math.round(performance.now() - started)
    const outcome = outcomeOf(answer)
    const serviceMs = Math.round(context.serviceMs)
    log.info({ operation, outcome, status: answer.status, ms, serviceMs, traceId: context.traceId }, 'request')
    countRequest(operation, outcome, { seconds: ms / 1_000, ownSeconds: Math.max(0, ms - serviceMs) / 1_000 })
    answer.headers.set('x-request-id', context.requestId)
    return answer
  })
}

/** Few words, so that the metrics stay few: what became of a command, or whose fault it was. */
function outcomeOf({ status, headers }: Response): string {
  const told = headers.get('x-outcome')
  if (told !== null) return told
  if (status < 400) return 'done'
  if (status === 499) return 'left'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}
