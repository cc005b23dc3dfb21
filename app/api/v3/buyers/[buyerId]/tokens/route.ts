import { serveQuery } from '@/lib/calls/serve-query'
import { listTokens } from '@/lib/operations/queries/list-tokens'

export const GET = serveQuery(listTokens)
