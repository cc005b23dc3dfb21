import { deleteHook, putHook } from '@/lib/notices/server/hook-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('settings', putHook)
export const DELETE = serveDashboard('settings', deleteHook)
