import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { getRefund } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('read', getRefund)
