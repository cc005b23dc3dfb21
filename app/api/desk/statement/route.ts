import { serveDesk } from '@/lib/server/desk/serve-desk'
import { statement } from '@/lib/server/desk/statement'

export const POST = serveDesk('read', statement)
