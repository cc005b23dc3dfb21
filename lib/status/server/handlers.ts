import 'server-only'
import { problem } from '@/lib/core/problem'
import type { Person } from '@/lib/people/server/sessions'
import { addressOf } from '@/lib/platform/address-of'
import { problemResponse } from '@/lib/platform/answers'
import { hasBearer } from '@/lib/platform/bearer'
import { env } from '@/lib/platform/env'
import type { DashboardHealth } from '../dashboard-health'
import { dashboardHealth } from './dashboard-health'
import { metricsText } from './gauges'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** `GET /api/desk/status`, with the alerts that the person may see. */
export const status = (_: Request, person: Person): Promise<DashboardHealth> => dashboardHealth(person)

/** `GET /api/desk/metrics`: Prometheus text, for the bearer of METRICS_TOKEN; without one configured, for this machine only. */
export async function metrics(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN
  const allowed = token === undefined ? loopback.test(addressOf(request.headers)) : hasBearer(request, token)
  if (!allowed) return problemResponse(problem('signedOut', 'The metrics need their token.'))
  return new Response(await metricsText(), {
    headers: { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
  })
}
