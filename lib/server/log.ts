import 'server-only'
import pino from 'pino'
import { once } from './once'
import { currentRequest } from './request-context'
import { safeError } from './safe-error'

/** All that a line may hold beside its level, time and event. Ids, codes and counts: no header, body, key or personal value. */
const allowed = [
  ...['requestId', 'personId', 'traceId', 'otelTraceId', 'actionId', 'importId', 'account', 'merchant', 'operation', 'address'],
  ...['outcome', 'status', 'ms', 'serviceMs', 'stage', 'field', 'value', 'limit', 'faults'],
  ...['accounts', 'days', 'forgotten', 'finished', 'outcomes', 'err'],
  ...['job', 'jobId', 'attempt', 'signal', 'answers', 'work', 'code', 'reason'],
] as const

type Fields = Partial<Record<(typeof allowed)[number], unknown>>
type Write = { (fields: Fields, event: string): void; (event: string): void }
type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>

/** JSON lines on stdout. A field that is not allowed here does not compile, and is left out where it comes all the same. */
export const log: Log = once('log', () =>
  pino(
    {
      level: process.env.LOG_LEVEL || 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const request = currentRequest()
        return request
          ? {
              requestId: request.requestId,
              personId: request.personId,
              merchant: request.merchant,
              otelTraceId: request.span?.traceId,
            }
          : {}
      },
      serializers: { err: (error: unknown) => error },
      formatters: { log: onlyAllowed },
    },
    once('log-destination', () => pino.destination(1)),
  ),
)

function onlyAllowed(given: Record<string, unknown>): Record<string, unknown> {
  const pairs = allowed.flatMap((name) => {
    const value = given[name]
    return value === undefined || value === null ? [] : [[name, name === 'err' ? safeError(value) : value] as const]
  })
  return Object.fromEntries(pairs)
}
