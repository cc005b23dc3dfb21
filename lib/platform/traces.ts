import 'server-only'
import { randomBytes } from 'node:crypto'
import { request } from 'undici'
import ownPackage from '@/package.json'
import { env } from './env'
import { log } from './log'
import { singleton } from './singleton'

/** W3C Trace Context: which trace, and which span within it. */
export type SpanContext = { traceId: string; spanId: string }

export type Span = SpanContext & {
  parentSpanId: string | null
  name: string
  kind: 'server' | 'client'
  startedAt: number
  endedAt: number
  failed: boolean
  /** Operations, routes, outcomes and statuses: nothing of a person, a buyer or a body. */
  attributes: Record<string, string | number>
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A span that begins now, under a parent or as the first of a trace of its own. */
export const spanUnder = (parent: SpanContext | null): SpanContext => ({
  traceId: parent?.traceId ?? hex(16),
  spanId: hex(8),
})

/** The caller's span from a `traceparent` header; null where it is none. */
export function parentIn(traceparent: string | null): SpanContext | null {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? []
  const isNone = traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)
  return isNone ? null : { traceId, spanId }
}

const everyMs = 5_000
const maxWaiting = 2_048
const timeoutMs = 5_000

type Sink = { address: string; headers: Record<string, string>; waiting: Span[]; timer: NodeJS.Timeout | null }

/** Where spans go, by OTEL_EXPORTER_OTLP_ENDPOINT; null, and nothing is done, where that is not set. */
const sink = () =>
  singleton('span-sink', (): Sink | null => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env()
    if (endpoint === undefined) return null
    return { address: `${endpoint}/v1/traces`, headers: headersIn(headers), waiting: [], timer: null }
  })

/** Whether traces are on. */
export const isTracing = () => sink() !== null

/** Takes a span that has ended. They leave together; what a collector does not take, or not soon enough, is dropped. */
export function addSpan(span: Span): void {
  const into = sink()
  if (into === null || into.waiting.length >= maxWaiting) return
  into.waiting.push(span)
  into.timer ??= setTimeout(() => void sendSpans(), everyMs).unref()
}

/** Sends what waits. Never rejects: traces must not cost an answer. */
export async function sendSpans(): Promise<void> {
  const from = sink()
  if (from === null) return
  if (from.timer) clearTimeout(from.timer)
  from.timer = null
  const spans = from.waiting.splice(0)
  if (spans.length === 0) return
  try {
    const { statusCode, body } = await request(from.address, {
      method: 'POST',
      body: otlpBody(spans),
      headers: { 'content-type': 'application/json', ...from.headers },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body.dump()
    if (statusCode >= 300) log.warn({ status: statusCode }, 'traces_refused')
  } catch (cause) {
    log.warn({ err: cause }, 'traces_not_sent')
  }
}

/** `name=value,name=value`, percent-encoded, as OpenTelemetry writes them. */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const]
  })
  return Object.fromEntries(pairs)
}

const kinds = { server: 2, client: 3 } as const
const ok = 1
const error = 2

/** Spans in the JSON of OTLP 1 (opentelemetry-proto, ExportTraceServiceRequest). */
const otlpBody = (spans: readonly Span[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: attributes({
            'service.name': env().OTEL_SERVICE_NAME,
            'service.version': ownPackage.version,
          }),
        },
        scopeSpans: [{ scope: { name: 'counterfoil' }, spans: spans.map(spanOf) }],
      },
    ],
  })

const spanOf = ({ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, failed, attributes: given }: Span) => ({
  traceId,
  spanId,
  parentSpanId: parentSpanId ?? '',
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  status: { code: failed ? error : ok },
  attributes: attributes(given),
})

/** As text, for the number is larger than JavaScript counts. */
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1_000)}000`

const attributes = (given: Record<string, string | number>) =>
  Object.entries(given).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
