import { serveCommand } from '@/lib/commands/server/serve-command'
import { enableToken as operation } from '@/lib/operations/enable-token/operation'
import { rules } from '@/lib/operations/enable-token/rules'

export const PUT = serveCommand(operation, rules)
