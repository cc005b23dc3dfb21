import { putPassword } from '@/lib/people/server/handlers'
import { serveWhilePasswordDue } from '@/lib/people/server/serve-dashboard'

export const PUT = serveWhilePasswordDue(putPassword)
