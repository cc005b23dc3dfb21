import { deleteView, putView } from '@/lib/lists/server/view-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('lists', putView)
export const DELETE = serveDashboard('lists', deleteView)
