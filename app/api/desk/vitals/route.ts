import { postVitals } from '@/lib/pages/server/vitals'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('read', postVitals)
