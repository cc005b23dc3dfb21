import 'server-only'
import pino from 'pino'
import { masked } from '@/lib/core/masking'
import { currentRequest } from './request-context'
import { singleton } from './singleton'
import { logLevel } from './storage-env'

/** All that a line may hold beside its level, time and event. Ids, codes and counts: no header, body, key or personal value. */
const allowed = [
  ...['requestId', 'personId', 'traceId', 'otelTraceId', 'actionId', 'importId', 'account', 'merchant', 'operation', 'address'],
  ...['outcome', 'status', 'ms', 'serviceMs', 'stage', 'field', 'value', 'limit', 'faults'],
  ...['accounts', 'days', 'forgotten', 'finished', 'outcomes', 'err'],
  ...['job', 'jobId', 'attempt', 'signal', 'answers', 'work', 'code', 'reason', 'head', 'passkeys'],
] as const

type Fields = Partial<Record<(typeof allowed)[number], unknown>>
type Write = { (fields: Fields, event: string): void; (event: string): void }
type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>

/** JSON lines on stdout. A field that is not allowed here does not compile, and is left out where it comes all the same. */
export const log: Log = singleton('log', () =>
  pino(
    {
      level: logLevel(),
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
    singleton('log-destination', () => pino.destination(1)),
  ),
)

/** A code or a trace's id may be the service's own, and it puts addresses into ids: e-mails are masked here, too. */
function onlyAllowed(given: Record<string, unknown>): Record<string, unknown> {
  const pairs = allowed.flatMap((name) => {
    const value = given[name]
    return value === undefined || value === null ? [] : [[name, name === 'err' ? safeError(value) : masked(value)] as const]
  })
  return Object.fromEntries(pairs)
}

const longest = 300
const maxCauses = 3

type LoggedError = { type: string; code?: string; message: string; at: string[]; cause?: LoggedError }

/**
 * An error as the log may hold it: what it is and where, and its message without what it quotes, for parsers and databases quote the very
 * text that was wrong. Properties that libraries hang on errors, such as the values of a statement, are left out.
 */
function safeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', at: [] }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutQuotes(error.message),
    at: framesOf(error),
    ...(error.cause !== undefined && depth < maxCauses ? { cause: safeError(error.cause, depth + 1) } : {}),
  }
}

const withoutQuotes = (text: string) => masked(text.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?|\([^)]*@[^)]*\)/g, '…')).slice(0, longest)

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .flatMap((line) => line.match(/^\s+at (.*)$/)?.[1] ?? [])
    .slice(0, 8)
