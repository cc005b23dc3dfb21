import { buyerOrders } from '@/lib/server/desk/buyer-orders'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', buyerOrders)
