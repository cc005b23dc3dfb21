import { serveCommand } from '@/lib/commands/server/serve-command'
import { changeBuyerEmail as operation } from '@/lib/operations/change-buyer-email/operation'
import { rules } from '@/lib/operations/change-buyer-email/rules'

export const PATCH = serveCommand(operation, rules)
