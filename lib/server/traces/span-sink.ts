import 'server-only'
import { request } from 'undici'
import { env } from '../env'
import { log } from '../log'
import { once } from '../once'
import { otlpBody } from './otlp-body'
import type { Span } from './span'

const everyMs = 5_000
const mostWaiting = 2_048
const timeoutMs = 5_000

type Sink = { address: string; headers: Record<string, string>; waiting: Span[]; timer: NodeJS.Timeout | null }

/** Where spans go, by OTEL_EXPORTER_OTLP_ENDPOINT; null, and nothing is done, where that is not set. */
const sink = () =>
  once('span-sink', (): Sink | null => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env()
    if (endpoint === undefined) return null
    return { address: `${endpoint}/v1/traces`, headers: headersIn(headers), waiting: [], timer: null }
  })

/** Whether traces are on. */
export const isTracing = () => sink() !== null

/** Takes a span that has ended. They leave together; what a collector does not take, or not soon enough, is dropped. */
export function addSpan(span: Span): void {
  const into = sink()
  if (into === null || into.waiting.length >= mostWaiting) return
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
      ...{ method: 'POST', body: otlpBody(spans), headers: { 'content-type': 'application/json', ...from.headers } },
      ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) },
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
