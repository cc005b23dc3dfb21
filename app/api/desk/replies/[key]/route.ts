import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { putReply, readReplyVersions } from '@/lib/replies/server/handlers'

export const GET = serveDashboard('read', readReplyVersions)
export const PUT = serveDashboard('editReplies', putReply)
