import { putRows } from '@/lib/incidents/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('planIncident', putRows)
