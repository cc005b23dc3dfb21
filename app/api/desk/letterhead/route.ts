import { putLetterhead } from '@/lib/people/server/letterhead'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('editReplies', putLetterhead)
