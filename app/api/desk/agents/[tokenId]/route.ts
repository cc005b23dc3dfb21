import { deleteToken } from '@/lib/agents/server/machine-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('agents', deleteToken)
