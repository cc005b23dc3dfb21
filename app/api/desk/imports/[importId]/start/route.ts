import { start } from '@/lib/server/desk/imports'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('settings', start)
