import { getQuote } from '@/lib/server/desk/quotes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', getQuote)
