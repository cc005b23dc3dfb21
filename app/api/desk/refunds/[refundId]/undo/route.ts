import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { undoRefund } from '@/lib/refunds/server/handlers'

export const POST = serveDashboard('decideRefund', undoRefund)
