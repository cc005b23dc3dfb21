import { search } from '@/lib/server/desk/search'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', search)
