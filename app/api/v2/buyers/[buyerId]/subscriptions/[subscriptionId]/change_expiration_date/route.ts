import { serveCommand } from '@/lib/commands/server/serve-command'
import { changeExpirationDate as operation } from '@/lib/operations/change-expiration-date/operation'
import { rules } from '@/lib/operations/change-expiration-date/rules'

export const POST = serveCommand(operation, rules)
