import { changeNote, readNote } from '@/lib/notes/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', readNote)
export const PUT = serveDashboard('act', changeNote)
