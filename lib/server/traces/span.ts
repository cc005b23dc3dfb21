import 'server-only'
import { randomBytes } from 'node:crypto'

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
