import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { postCheck } from '@/lib/prices/server/handlers'

export const POST = serveDashboard('read', postCheck)
