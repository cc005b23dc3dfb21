import { getHooks, postHook } from '@/lib/notices/server/hook-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('settings', getHooks)
export const POST = serveDashboard('settings', postHook)
