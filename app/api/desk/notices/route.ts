import { getNotices } from '@/lib/notices/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', getNotices)
