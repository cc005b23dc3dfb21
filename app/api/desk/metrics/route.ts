import { metrics } from '@/lib/status/server/serve-metrics'

export const GET = metrics
