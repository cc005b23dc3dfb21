import { getList } from '@/lib/lists/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('lists', getList)
