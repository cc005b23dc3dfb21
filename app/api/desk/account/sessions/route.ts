import { deleteOtherSessions, ownSessions } from '@/lib/server/desk/own-account'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', ownSessions)
export const DELETE = serveDesk('read', deleteOtherSessions)
