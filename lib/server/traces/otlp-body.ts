import 'server-only'
import ownPackage from '@/package.json'
import { env } from '../env'
import type { Span } from './span'

const kinds = { server: 2, client: 3 } as const
const ok = 1
const error = 2

/** Spans in the JSON of OTLP 1 (opentelemetry-proto, ExportTraceServiceRequest). */
export const otlpBody = (spans: readonly Span[]): string =>
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

const spanOf = ({ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, failed, attributes: told }: Span) => ({
  ...{ traceId, spanId, parentSpanId: parentSpanId ?? '', name, kind: kinds[kind] },
  ...{ startTimeUnixNano: nanoseconds(startedAt), endTimeUnixNano: nanoseconds(endedAt) },
  ...{ status: { code: failed ? error : ok }, attributes: attributes(told) },
})

/** As text, for the number is larger than JavaScript counts. */
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1_000)}000`

const attributes = (told: Record<string, string | number>) =>
  Object.entries(told).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
