import { journalRecords } from '@/lib/server/desk/journal-records'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', journalRecords)
