import { deletePasskey } from '@/lib/people/server/passkey-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('read', deletePasskey)
