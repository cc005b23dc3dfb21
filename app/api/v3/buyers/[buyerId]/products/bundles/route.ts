import { serveQuery } from '@/lib/calls/serve-query'
import { getOneClickPrices } from '@/lib/operations/queries/get-one-click-prices'

export const POST = serveQuery(getOneClickPrices)
