import { postLiftDecision } from '@/lib/passkeys/server/lift-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('settings', postLiftDecision)
