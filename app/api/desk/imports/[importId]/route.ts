import { callOff, oneImport } from '@/lib/imports/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('settings', oneImport)
export const DELETE = serveDashboard('settings', callOff)
