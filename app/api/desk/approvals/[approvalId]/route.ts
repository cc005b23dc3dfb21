import { detail } from '@/lib/server/desk/approvals'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', detail)
