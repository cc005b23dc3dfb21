import { rejectedRows } from '@/lib/server/desk/imports'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('settings', rejectedRows)
