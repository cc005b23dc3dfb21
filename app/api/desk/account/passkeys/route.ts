import { ownPasskeys, postPasskey } from '@/lib/people/server/passkey-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', ownPasskeys)
export const POST = serveDashboard('read', postPasskey)
