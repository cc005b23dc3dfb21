import { journalRecords } from '@/lib/commands/server/journal-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', journalRecords)
