import { overview } from '@/lib/events/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('seeEvents', overview)
