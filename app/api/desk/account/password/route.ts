import { putPassword } from '@/lib/server/desk/own-account'
import { serveWhilePasswordDue } from '@/lib/server/desk/serve-desk'

export const PUT = serveWhilePasswordDue(putPassword)
