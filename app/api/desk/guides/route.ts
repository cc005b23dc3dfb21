import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { postGuide } from '@/lib/playbooks/server/handlers'

export const POST = serveDashboard('act', postGuide)
