import { putMentionAway } from '@/lib/notes/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('read', putMentionAway)
