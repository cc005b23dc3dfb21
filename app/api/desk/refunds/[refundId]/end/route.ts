import { endRefund } from '@/lib/server/desk/refunds'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('decideRefund', endRefund)
