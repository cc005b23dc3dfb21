import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { search } from '@/lib/search/server/handlers'

export const POST = serveDashboard('read', search)
