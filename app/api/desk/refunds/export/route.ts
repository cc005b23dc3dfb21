import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { exportRefunds } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('decideRefund', exportRefunds)
