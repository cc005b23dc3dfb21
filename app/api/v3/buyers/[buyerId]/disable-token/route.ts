import { disableToken } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const PUT = serve(disableToken)
