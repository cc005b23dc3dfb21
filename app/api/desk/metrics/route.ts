import { metrics } from '@/lib/status/server/handlers'

export const GET = metrics
