import { postClosedRow } from '@/lib/lists/server/close-row'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('lists', postClosedRow)
