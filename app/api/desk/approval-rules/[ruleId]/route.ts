import { removeRule } from '@/lib/commands/server/approval-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('settings', removeRule)
