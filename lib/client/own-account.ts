import type { Session } from '@/lib/session'
import { fetchJson } from './call'

type Sessions = { sessions: Session[] }

const json = { 'content-type': 'application/json' }

/** Changes one's own password and ends one's other sessions. Throws a ServiceProblem with the field. */
export const changePassword = (body: { current: string; password: string }) =>
  fetchJson('/api/desk/account/password', { method: 'PUT', headers: json, body: JSON.stringify(body) })

export const ownSessions = (signal: AbortSignal) => fetchJson<Sessions>('/api/desk/account/sessions', { signal })

/** Ends one of one's own sessions, or all but this one. Returns those that are left. */
export const endSession = (sessionId: string | null) =>
  fetchJson<Sessions>(`/api/desk/account/sessions${sessionId === null ? '' : `/${sessionId}`}`, { method: 'DELETE' })
