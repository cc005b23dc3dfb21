import { removeRule } from '@/lib/server/desk/approvals'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const DELETE = serveDesk('settings', removeRule)
