import { deleteOtherSessions, ownSessions } from '@/lib/people/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', ownSessions)
export const DELETE = serveDashboard('read', deleteOtherSessions)
