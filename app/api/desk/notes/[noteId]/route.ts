import { changeNote, readNote } from '@/lib/server/desk/notes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', readNote)
export const PUT = serveDesk('act', changeNote)
