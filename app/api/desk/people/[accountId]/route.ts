import { patchPerson } from '@/lib/people/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PATCH = serveDashboard('settings', patchPerson)
