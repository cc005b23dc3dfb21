import { getViews, postView } from '@/lib/lists/server/view-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('lists', getViews)
export const POST = serveDashboard('lists', postView)
