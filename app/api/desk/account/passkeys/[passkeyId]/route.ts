import { deletePasskey } from '@/lib/passkeys/server/passkey-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const DELETE = serveDashboard('read', deletePasskey)
