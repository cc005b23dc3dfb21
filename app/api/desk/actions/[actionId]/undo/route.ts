import { undoAction } from '@/lib/server/desk/actions'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('act', undoAction)
