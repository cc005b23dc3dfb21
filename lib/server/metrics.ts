import 'server-only'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { once } from './once'

const metrics = () =>
  once('metrics', () => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const answers = new Counter({
      name: 'counterfoil_service_answers_total',
      help: 'Exchanges with the service by operation and outcome',
      labelNames: ['operation', 'outcome'],
      registers: [registry],
    })
    const seconds = new Histogram({
      name: 'counterfoil_service_seconds',
      help: 'Duration of exchanges with the service',
      labelNames: ['operation'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    })
    return { registry, answers, seconds }
  })

export function countServiceAnswer(operation: string, outcome: string, duration: number): void {
  metrics().answers.inc({ operation, outcome })
  metrics().seconds.observe({ operation }, duration)
}

/** All metrics in Prometheus' text form. */
export const metricsText = () => metrics().registry.metrics()
