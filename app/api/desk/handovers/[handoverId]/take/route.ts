import { takeHandover } from '@/lib/pages/server/handovers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('handOver', takeHandover)
