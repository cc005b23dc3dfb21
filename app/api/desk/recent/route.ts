import { recent } from '@/lib/server/desk/recent'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', recent)
