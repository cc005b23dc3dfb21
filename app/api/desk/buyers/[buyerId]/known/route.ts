import { known } from '@/lib/server/desk/known'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', known)
