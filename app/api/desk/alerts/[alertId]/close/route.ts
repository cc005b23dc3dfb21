import { postAlertClose } from '@/lib/alerts/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('alertRules', postAlertClose)
