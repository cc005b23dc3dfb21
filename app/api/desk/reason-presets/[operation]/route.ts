import { deletePresets, putPresets } from '@/lib/commands/server/reason-preset-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const PUT = serveDashboard('settings', putPresets)
export const DELETE = serveDashboard('settings', deletePresets)
