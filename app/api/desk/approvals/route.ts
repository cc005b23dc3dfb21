import { listLane } from '@/lib/agents/server/proposal-handlers'
import { ask } from '@/lib/commands/server/approval-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', listLane)
export const POST = serveDashboard('act', ask)
