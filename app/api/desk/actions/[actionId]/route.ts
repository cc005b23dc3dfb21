import { readAction } from '@/lib/commands/server/action-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', readAction)
