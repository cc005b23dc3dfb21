import { ask, list } from '@/lib/server/desk/approvals'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', list)
export const POST = serveDesk('act', ask)
