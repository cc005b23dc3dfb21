import { postOn } from '@/lib/agents/server/machine-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('agents', postOn)
