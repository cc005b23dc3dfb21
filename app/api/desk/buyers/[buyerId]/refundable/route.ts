import { refundable } from '@/lib/server/desk/refunds'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', refundable)
