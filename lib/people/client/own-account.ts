import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Session } from '../session'

type Sessions = { sessions: Session[] }

/** Changes one's own password and ends one's other sessions. Throws a ServiceProblem with the field. */
export const changePassword = (body: { current: string; password: string }) =>
  request(routes.ownPassword(), { method: 'PUT', body })

export const ownSessions = (signal: AbortSignal) => request<Sessions>(routes.ownSessions(), { signal })

/** Ends one of one's own sessions, or all but this one. Returns those that are left. */
export const endSession = (actionId: string, sessionId: string | null) =>
  request<Sessions>(sessionId === null ? routes.ownSessions() : routes.ownSession(sessionId), { method: 'DELETE', actionId })
