import { getMachines, postToken } from '@/lib/agents/server/machine-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('agents', getMachines)
export const POST = serveDashboard('agents', postToken)
