import { deleteOwnSession } from '@/lib/server/desk/own-account'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const DELETE = serveDesk('read', deleteOwnSession)
