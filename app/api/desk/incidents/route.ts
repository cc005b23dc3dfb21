import { getIncidents, postIncident } from '@/lib/incidents/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('watchIncident', getIncidents)
export const POST = serveDashboard('planIncident', postIncident)
