import { changeAutochargeStatus } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const POST = serve(changeAutochargeStatus)
