import { getHandover } from '@/lib/pages/server/handovers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('handOver', getHandover)
