import { getHandovers, postHandover } from '@/lib/pages/server/handovers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('handOver', getHandovers)
export const POST = serveDashboard('handOver', postHandover)
