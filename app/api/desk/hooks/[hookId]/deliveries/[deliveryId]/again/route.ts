import { postAgain } from '@/lib/notices/server/hook-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const POST = serveDashboard('settings', postAgain)
