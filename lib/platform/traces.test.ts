import { expect, it } from 'vitest'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import { sendSpans } from './traces'

type Sent = { name: string; kind: number; traceId: string; spanId: string; parentSpanId: string; attributes: { key: string }[] }
const dashboard = new Dashboard()
const params = { buyerId }
const service = json(200, { data: [], meta: { total: 0 } })
const parent = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const asked = { params, headers: { traceparent: `00-${parent.trace}-${parent.span}-01` } }

it('without a collector nothing is traced, and nobody is asked for it', async () => {
  const collector = await listener(json(200, {}))
  dashboard.serviceAt((await listener(service)).url)
  await dashboard.ask(getChargeHistory, asked)
  await sendSpans()
  expect(collector.received).toEqual([])
})

it('with one it is told of the request and of its exchange with the service, under the caller’s trace, and of nobody', async () => {
  const collector = await listener(json(200, {}))
  dashboard.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
  })
  dashboard.serviceAt((await listener(service)).url)
  await dashboard.ask(getChargeHistory, asked)
  await sendSpans()
  const [received] = collector.received
  expect([received?.method, received?.url, received?.headers.authorization]).toEqual(['POST', '/v1/traces', 'Bearer collector'])
  expect(received?.body).not.toContain(buyerId)
  const [exchange, request] = JSON.parse(received?.body ?? '').resourceSpans[0].scopeSpans[0].spans as Sent[]
  expect(request).toMatchObject({ name: 'getChargeHistory', kind: 2, traceId: parent.trace, parentSpanId: parent.span })
  expect(exchange).toMatchObject({ name: 'getChargeHistory', kind: 3, traceId: parent.trace, parentSpanId: request?.spanId })
  expect(request?.attributes.map(({ key }) => key)).toEqual(['outcome', 'http.response.status_code', 'request.id'])
})

it('a collector that is not there costs no answer', async () => {
  dashboard.start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  dashboard.serviceAt((await listener(service)).url)
  expect((await dashboard.ask(getChargeHistory, asked)).status).toBe(200)
  await sendSpans()
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  delete process.env.OTEL_EXPORTER_OTLP_HEADERS
  dashboard.start()
})
