import { createBuyer } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const POST = serve(createBuyer)
