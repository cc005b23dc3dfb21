import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { decideRefund } from '@/lib/refunds/server/handlers'

export const POST = serveDashboard('decideRefund', decideRefund)
