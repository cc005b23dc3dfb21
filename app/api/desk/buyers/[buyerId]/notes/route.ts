import { addNote, readNotes } from '@/lib/server/desk/notes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', readNotes)
export const POST = serveDesk('act', addNote)
