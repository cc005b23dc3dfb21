import { getAlertRules, postAlertRule } from '@/lib/alerts/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('alertRules', getAlertRules)
export const POST = serveDashboard('alertRules', postAlertRule)
