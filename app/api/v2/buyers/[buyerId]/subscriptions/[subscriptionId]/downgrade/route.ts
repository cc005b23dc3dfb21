import { downgradeSubscription, listDowngradeTargets } from '@/lib/operations'
import { serve } from '@/lib/server/serve'

export const GET = serve(listDowngradeTargets)
export const POST = serve(downgradeSubscription)
