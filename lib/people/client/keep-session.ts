import { request } from '@/lib/client/request'
import { noteIdleIn } from '@/lib/client/session'
import * as routes from '@/lib/core/routes'

/** The session as the server sees it: seconds until it ends for want of a request. */
type SessionLeft = { idleSeconds: number }

/** Asks for nothing but to keep the session. */
export const keepSession = () => request(routes.session())

/** Asks the server how long the session has left, without keeping it. Throws a ServiceProblem, `signedOut` where it is over. */
export async function lookAtSession(signal: AbortSignal): Promise<void> {
  const { idleSeconds } = await request<SessionLeft>(routes.sessionLeft(), { signal, background: true })
  noteIdleIn(idleSeconds * 1_000)
}
