import { serveQuery } from '@/lib/calls/serve-query'
import { findBuyerByEmail } from '@/lib/operations/queries/find-buyer-by-email'

export const GET = serveQuery(findBuyerByEmail)
