import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { shareQuote } from '@/lib/prices/server/handlers'

export const POST = serveDashboard('read', shareQuote)
