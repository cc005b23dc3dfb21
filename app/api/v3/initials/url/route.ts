import { serveCommand } from '@/lib/commands/server/serve-command'
import { createInitialOrder as operation } from '@/lib/operations/create-initial-order/operation'
import { rules } from '@/lib/operations/create-initial-order/rules'

export const POST = serveCommand(operation, rules)
