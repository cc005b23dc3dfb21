import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { statement } from '@/lib/search/server/handlers'

export const POST = serveDashboard('read', statement)
