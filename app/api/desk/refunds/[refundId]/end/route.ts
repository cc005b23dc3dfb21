import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { endRefund } from '@/lib/refunds/server/handlers'

export const POST = serveDashboard('decideRefund', endRefund)
