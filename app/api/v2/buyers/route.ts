import { serveCommand } from '@/lib/commands/server/serve-command'
import { createBuyer as operation } from '@/lib/operations/create-buyer/operation'
import { rules } from '@/lib/operations/create-buyer/rules'

export const POST = serveCommand(operation, rules)
