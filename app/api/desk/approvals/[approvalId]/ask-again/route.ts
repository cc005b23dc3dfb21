import { again } from '@/lib/commands/server/approval-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('act', again)
