import { serveQuery } from '@/lib/calls/serve-query'
import { listSubscriptions } from '@/lib/operations/queries/list-subscriptions'

export const GET = serveQuery(listSubscriptions)
