import { typeFacts } from '@/lib/server/desk/known'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('act', typeFacts)
