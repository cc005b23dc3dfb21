import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { recordQuoteUse } from '@/lib/prices/server/handlers'

export const POST = serveDashboard('act', recordQuoteUse)
