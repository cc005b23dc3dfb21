import { openRequest } from '@/lib/agents/server/proposal-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', openRequest)
