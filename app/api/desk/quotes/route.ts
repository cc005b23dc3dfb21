import { postQuote } from '@/lib/server/desk/quotes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', postQuote)
