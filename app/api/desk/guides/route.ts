import { postGuide } from '@/lib/server/desk/guides'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('act', postGuide)
