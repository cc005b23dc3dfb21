import { guidesOfBuyer } from '@/lib/server/desk/guides'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const GET = serveDesk('read', guidesOfBuyer)
