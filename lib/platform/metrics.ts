import 'server-only'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { singleton } from './singleton'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

// From what nobody notices to what everybody does; around the bounds that pages are held to.
const paintSeconds = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.8, 1, 1.3, 1.8, 2.5, 4, 10]
const shifts = [0.01, 0.05, 0.1, 0.25, 1]

const eventStates = ['stored', 'address', 'sender', 'rate', 'size', 'encoding', 'slow']

const deliveryOutcomes = ['delivered', 'failed', 'given-up']

const metrics = () =>
  singleton('metrics', () => {
    const registry = new Registry()
    const registers = [registry]
    collectDefaultMetrics({ register: registry })
    const histogram = (name: string, help: string) =>
      new Histogram({ name, help, labelNames: ['operation'], buckets: seconds, registers })
    const counter = (name: string, help: string) => new Counter({ name, help, labelNames: ['operation', 'outcome'], registers })
    const eventCounter = (name: string, help: string, label: string) =>
      new Counter({ name, help, labelNames: [label], registers })
    const events = eventCounter(
      'counterfoil_events_received_total',
      'Events received, by whether they were stored or why they were refused',
      'state',
    )
    for (const state of eventStates) events.inc({ state }, 0) // from the start, so that the first one is seen as a rise
    const deliveries = eventCounter(
      'counterfoil_hook_deliveries_total',
      'Tries to deliver to a hook, by what came of them',
      'outcome',
    )
    for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0)
    const pageHistogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers })
    return {
      registry,
      pageSeconds: pageHistogram(
        'counterfoil_page_seconds',
        'Core Web Vitals of people’s pages that are times, by page',
        ['page', 'vital'],
        paintSeconds,
      ),
      pageShift: pageHistogram('counterfoil_page_shift', 'How much of people’s pages moved, by page', ['page'], shifts),
      events,
      notices: eventCounter('counterfoil_notices_total', 'Notices by kind, one for each person who gets it', 'kind'),
      deliveries,
      answers: counter('counterfoil_service_answers_total', 'Exchanges with the service by operation and outcome'),
      eventReads: eventCounter('counterfoil_event_reads_total', 'Reads of the service caused by events', 'why'),
      seconds: histogram('counterfoil_service_seconds', 'Duration of exchanges with the service'),
      requests: counter('counterfoil_requests_total', 'Requests answered by operation or route, and outcome'),
      requestSeconds: histogram('counterfoil_request_seconds', 'Duration of requests, the service included'),
      ownSeconds: histogram('counterfoil_own_seconds', 'Duration of requests without the time the service took'),
    }
  })

export function countServiceAnswer(operation: string, outcome: string, duration: number): void {
  metrics().answers.inc({ operation, outcome })
  metrics().seconds.observe({ operation }, duration)
}

/** Events that came; `state` is `stored`, or why they were refused. */
export const countEvents = (state: string, count: number): void => metrics().events.inc({ state }, count)

export const countNotices = (kind: string, count: number): void => metrics().notices.inc({ kind }, count)

/** `delivered`, `failed` for a try that is repeated, or `given-up`. */
export const countDelivery = (outcome: string, count = 1): void => metrics().deliveries.inc({ outcome }, count)

/** One measurement of a page at somebody's; `CLS` is a score, all others are in milliseconds. */
export function observeVital(page: string, vital: string, value: number): void {
  if (vital === 'CLS') metrics().pageShift.observe({ page }, value)
  else metrics().pageSeconds.observe({ page, vital }, value / 1_000)
}

export const countEventRead = (why: string): void => metrics().eventReads.inc({ why })

/** One request that was answered; times are in seconds. */
export function countRequest(operation: string, outcome: string, took: { seconds: number; ownSeconds: number }): void {
  metrics().requests.inc({ operation, outcome })
  metrics().requestSeconds.observe({ operation }, took.seconds)
  metrics().ownSeconds.observe({ operation }, took.ownSeconds)
}

/** Where everything counted is registered; what is only true at the moment it is asked for is added by whoever can look. */
export const metricsRegistry = (): Registry => metrics().registry
