import { getResults } from '@/lib/incidents/server/results'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('watchIncident', getResults)
