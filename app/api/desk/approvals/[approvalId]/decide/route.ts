import { decideRequest } from '@/lib/agents/server/proposal-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('act', decideRequest)
