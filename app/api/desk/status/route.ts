import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { status } from '@/lib/status/server/handlers'

export const GET = serveDashboard('settings', status)
