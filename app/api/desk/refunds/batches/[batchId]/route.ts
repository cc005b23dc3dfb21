import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { getBatchFile } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('decideRefund', getBatchFile)
