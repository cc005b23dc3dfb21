import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { getQuote } from '@/lib/prices/server/handlers'

export const GET = serveDashboard('read', getQuote)
