import { getMorning } from '@/lib/pages/server/numbers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', getMorning)
