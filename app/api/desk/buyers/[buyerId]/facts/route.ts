import { typeFacts } from '@/lib/knowledge/server/handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('act', typeFacts)
