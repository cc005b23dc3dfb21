import { patchPerson } from '@/lib/server/desk/people'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const PATCH = serveDesk('settings', patchPerson)
