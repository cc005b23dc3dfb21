import { metrics } from '@/lib/server/desk/serve-metrics'

export const GET = metrics
