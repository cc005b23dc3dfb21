import { verifyJournal } from '@/lib/server/desk/journal'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('wholeJournal', verifyJournal)
