import { putRetention, retention } from '@/lib/knowledge/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('settings', retention)
export const PUT = serveDashboard('settings', putRetention)
