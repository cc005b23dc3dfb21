import { getIncident, putIncident } from '@/lib/incidents/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('watchIncident', getIncident)
export const PUT = serveDashboard('planIncident', putIncident)
