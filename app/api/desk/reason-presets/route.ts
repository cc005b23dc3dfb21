import { readPresets } from '@/lib/commands/server/reason-preset-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', readPresets)
