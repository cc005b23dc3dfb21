import { ownPasskeys, postPasskey, putAtSignIn } from '@/lib/passkeys/server/passkey-handlers'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'

export const GET = serveDashboard('read', ownPasskeys)
export const POST = serveDashboard('read', postPasskey)
export const PUT = serveDashboard('read', putAtSignIn)
