import { decideRefund } from '@/lib/server/desk/refunds'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('decideRefund', decideRefund)
