import { replay } from '@/lib/events/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('settings', replay)
