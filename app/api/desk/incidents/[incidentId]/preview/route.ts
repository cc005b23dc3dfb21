import { postPreview } from '@/lib/incidents/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('planIncident', postPreview)
