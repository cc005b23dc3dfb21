import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { getBatches, postBatch } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('decideRefund', getBatches)
export const POST = serveDashboard('decideRefund', postBatch)
