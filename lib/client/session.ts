import { fetchInBackground, fetchJson } from './call'

/** The session as the server sees it: seconds until it ends for want of a request. */
type SessionLeft = { idleSeconds: number }

export const idleMs = 15 * 60_000

// When the page was drawn the session had just been used. Not React state: the watch looks at it now and then.
let answeredAt = Date.now()

/** Milliseconds until the session is idle, as far as this page knows: another tab, or a page that was drawn, may have kept it longer. */
export const idleIn = () => answeredAt + idleMs - Date.now()

/** Every answer of a handler, a refusal too, has kept the session from going idle. */
export function noteAnswered(): void {
  answeredAt = Date.now()
}

/** Asks for nothing but to keep the session. */
export const keepSession = () => fetchJson('/api/desk/session')

/** Asks the server how long the session has left, without keeping it. Throws a ServiceProblem, `signedOut` where it is over. */
export async function lookAtSession(signal: AbortSignal): Promise<void> {
  const { idleSeconds } = await fetchInBackground<SessionLeft>('/api/desk/session/left', signal)
  answeredAt = Date.now() + idleSeconds * 1_000 - idleMs
}
