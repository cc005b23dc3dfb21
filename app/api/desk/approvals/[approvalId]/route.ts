import { detail } from '@/lib/commands/server/approval-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', detail)
