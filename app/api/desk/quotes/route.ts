import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { postQuote } from '@/lib/prices/server/handlers'

export const POST = serveDashboard('read', postQuote)
