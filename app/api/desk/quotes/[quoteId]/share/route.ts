import { shareQuote } from '@/lib/server/desk/quotes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', shareQuote)
