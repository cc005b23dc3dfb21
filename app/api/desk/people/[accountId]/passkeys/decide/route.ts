import { postLiftDecision } from '@/lib/people/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('settings', postLiftDecision)
