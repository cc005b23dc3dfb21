import { serveQuery } from '@/lib/calls/serve-query'
import { serveCommand } from '@/lib/commands/server/serve-command'
import { downgradeSubscription as operation } from '@/lib/operations/downgrade-subscription/operation'
import { rules } from '@/lib/operations/downgrade-subscription/rules'
import { listDowngradeTargets } from '@/lib/operations/queries/list-downgrade-targets'

export const GET = serveQuery(listDowngradeTargets)
export const POST = serveCommand(operation, rules)
