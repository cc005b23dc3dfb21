import { preview } from '@/lib/commands/server/preview-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('read', preview)
