import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { testMerchant } from '@/lib/status/server/test-connection'

export const POST = serveDashboard('settings', testMerchant)
