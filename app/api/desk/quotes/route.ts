import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { listQuotes, postQuote } from '@/lib/prices/server/handlers'

export const GET = serveDashboard('read', listQuotes)
export const POST = serveDashboard('read', postQuote)
