import { sessionLeft } from '@/lib/people/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', sessionLeft)
