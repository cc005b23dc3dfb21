import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { withdrawQuote } from '@/lib/prices/server/handlers'

export const POST = serveDashboard('read', withdrawQuote)
