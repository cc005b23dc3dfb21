import { deleteSessions } from '@/lib/people/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('settings', deleteSessions)
