import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { listRefunds, postRefund } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('read', listRefunds)
export const POST = serveDashboard('requestRefund', postRefund)
