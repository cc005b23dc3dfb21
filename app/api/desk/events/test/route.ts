import { askStandin } from '@/lib/events/server/ask-standin'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('settings', askStandin)
