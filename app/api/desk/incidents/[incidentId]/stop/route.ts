import { postStop } from '@/lib/incidents/server/step-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('planIncident', postStop)
