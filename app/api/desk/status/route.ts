import { serveDesk } from '@/lib/server/desk/serve-desk'
import { status } from '@/lib/server/desk/status'

export const GET = serveDesk('settings', status)
