import { deleteAlertRule, putAlertRule } from '@/lib/alerts/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('alertRules', putAlertRule)
export const DELETE = serveDashboard('alertRules', deleteAlertRule)
