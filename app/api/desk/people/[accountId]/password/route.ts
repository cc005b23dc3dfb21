import { postPassword } from '@/lib/server/desk/people'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('settings', postPassword)
