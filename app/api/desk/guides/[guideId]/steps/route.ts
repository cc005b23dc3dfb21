import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { postGuideStep } from '@/lib/playbooks/server/handlers'

export const POST = serveDashboard('act', postGuideStep)
