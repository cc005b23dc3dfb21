import { serveCommand } from '@/lib/commands/server/serve-command'
import { changeAutochargeStatus as operation } from '@/lib/operations/change-autocharge-status/operation'
import { rules } from '@/lib/operations/change-autocharge-status/rules'

export const POST = serveCommand(operation, rules)
