import { addRule, rules } from '@/lib/server/desk/approvals'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('settings', rules)
export const POST = serveDesk('settings', addRule)
