import { chargeRows } from '@/lib/charges/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', chargeRows)
