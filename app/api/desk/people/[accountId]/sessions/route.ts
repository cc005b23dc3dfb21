import { deleteSessions } from '@/lib/server/desk/people'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const DELETE = serveDesk('settings', deleteSessions)
