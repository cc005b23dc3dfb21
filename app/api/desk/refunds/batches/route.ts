import { getBatches, postBatch } from '@/lib/server/desk/refunds'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('decideRefund', getBatches)
export const POST = serveDesk('decideRefund', postBatch)
