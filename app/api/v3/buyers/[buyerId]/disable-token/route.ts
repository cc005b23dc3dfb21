import { serveCommand } from '@/lib/commands/server/serve-command'
import { disableToken as operation } from '@/lib/operations/disable-token/operation'
import { rules } from '@/lib/operations/disable-token/rules'

export const PUT = serveCommand(operation, rules)
