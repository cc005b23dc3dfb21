import { deleteDraft, getDraft, putDraft } from '@/lib/server/desk/drafts'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('act', getDraft)
export const PUT = serveDesk('act', putDraft)
export const DELETE = serveDesk('act', deleteDraft)
