import { putRetention, retention } from '@/lib/server/desk/keeping'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('settings', retention)
export const PUT = serveDesk('settings', putRetention)
