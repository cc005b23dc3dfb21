import { noteQuoteUse } from '@/lib/server/desk/quotes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('act', noteQuoteUse)
