import { serveQuery } from '@/lib/calls/serve-query'
import { getChargeHistory } from '@/lib/operations/queries/get-charge-history'

export const GET = serveQuery(getChargeHistory)
