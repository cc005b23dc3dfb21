import { addRule, rules } from '@/lib/commands/server/approval-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('settings', rules)
export const POST = serveDashboard('settings', addRule)
