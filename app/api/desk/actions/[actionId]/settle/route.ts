import { settleAction } from '@/lib/commands/server/action-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('act', settleAction)
