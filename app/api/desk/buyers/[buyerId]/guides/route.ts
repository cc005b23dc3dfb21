import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { guidesOfBuyer } from '@/lib/playbooks/server/handlers'

export const GET = serveDashboard('read', guidesOfBuyer)
