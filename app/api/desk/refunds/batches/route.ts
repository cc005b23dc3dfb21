import { batchWithEvents } from '@/lib/events/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { getBatches } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('decideRefund', getBatches)
export const POST = serveDashboard('decideRefund', batchWithEvents)
