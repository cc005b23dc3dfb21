import { addNote, readNotes } from '@/lib/notes/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', readNotes)
export const POST = serveDashboard('act', addNote)
