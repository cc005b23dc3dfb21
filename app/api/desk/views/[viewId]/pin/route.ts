import { putPin } from '@/lib/lists/server/view-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('lists', putPin)
