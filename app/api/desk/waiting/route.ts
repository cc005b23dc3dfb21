import { serveDesk } from '@/lib/server/desk/serve-desk'
import { waiting } from '@/lib/server/desk/waiting'

export const GET = serveDesk('read', waiting)
