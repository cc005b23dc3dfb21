import { buyerActions } from '@/lib/server/desk/actions'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', buyerActions)
