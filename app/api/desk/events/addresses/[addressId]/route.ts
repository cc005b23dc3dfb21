import { removeAddress } from '@/lib/events/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('settings', removeAddress)
