import { erase } from '@/lib/server/desk/keeping'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('settings', erase)
