import { postSeen } from '@/lib/notices/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('read', postSeen)
