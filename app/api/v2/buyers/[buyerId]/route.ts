import { changeBuyerEmail } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const PATCH = serve(changeBuyerEmail)
