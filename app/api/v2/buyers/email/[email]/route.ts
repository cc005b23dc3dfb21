import { findBuyerByEmail } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const GET = serve(findBuyerByEmail)
