import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { readReplies } from '@/lib/replies/server/handlers'

export const GET = serveDashboard('read', readReplies)
