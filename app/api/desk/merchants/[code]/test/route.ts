import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { testMerchant } from '@/lib/status/server/test-merchant'

export const POST = serveDashboard('settings', testMerchant)
