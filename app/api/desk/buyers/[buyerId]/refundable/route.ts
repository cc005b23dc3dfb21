import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { refundable } from '@/lib/refunds/server/handlers'

export const GET = serveDashboard('read', refundable)
