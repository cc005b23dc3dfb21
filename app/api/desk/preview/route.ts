import { preview } from '@/lib/server/desk/preview'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('read', preview)
