import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { reveal } from '@/lib/reveal/server/handlers'

export const POST = serveDashboard('reveal', reveal)
