import { presence } from '@/lib/server/desk/presence'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', presence)
