import { putOwner } from '@/lib/lists/server/owner-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('lists', putOwner)
