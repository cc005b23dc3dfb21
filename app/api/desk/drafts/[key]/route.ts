import { deleteDraft, getDraft, putDraft } from '@/lib/commands/server/draft-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('act', getDraft)
export const PUT = serveDashboard('act', putDraft)
export const DELETE = serveDashboard('act', deleteDraft)
