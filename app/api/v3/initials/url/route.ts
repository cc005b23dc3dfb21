import { createInitialOrder } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const POST = serve(createInitialOrder)
