import { putMentionAway } from '@/lib/server/desk/notes'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const DELETE = serveDesk('read', putMentionAway)
