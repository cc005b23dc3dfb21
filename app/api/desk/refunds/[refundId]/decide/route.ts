import { decideWithEvents } from '@/lib/events/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('decideRefund', decideWithEvents)
