import { postLook } from '@/lib/incidents/server/step-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('planIncident', postLook)
