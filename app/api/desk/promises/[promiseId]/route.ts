import { putPromise } from '@/lib/notes/server/promises'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('act', putPromise)
