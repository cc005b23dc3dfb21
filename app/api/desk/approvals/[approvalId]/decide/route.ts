import { decideOn } from '@/lib/server/desk/approvals'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('approve', decideOn)
