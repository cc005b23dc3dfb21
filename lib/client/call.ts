import { backgroundHeader } from '@/lib/background'
import { type Address, pathFor, searchFor } from '@/lib/operations/path'
import { isProblem, problem, ServiceProblem } from '@/lib/problem'
import { noteAnswered } from './session'

/**
 * Asks one of our own handlers and returns its JSON.
 * Throws a ServiceProblem: the handler's own, or one that says what the browser could not reach.
 */
export async function fetchJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await answerOf<T>(path, init)
  noteAnswered()
  return answer
}

/** Asks what nobody asked for, such as whether something new waits: it does not keep the session from going idle. */
export function fetchInBackground<T>(path: string, signal: AbortSignal, init: RequestInit = {}): Promise<T> {
  return answerOf<T>(path, { ...init, signal, headers: { ...init.headers, [backgroundHeader]: 'yes' } })
}

async function answerOf<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, headers: { accept: 'application/json', ...init.headers } }).catch(
    (cause: unknown) => {
      if (init.signal?.aborted) throw cause
      throw problem('unavailable', 'The dashboard could not be reached. Is this computer online?')
    },
  )
  if (response.status === 204) return undefined as T
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body as T
  throw isProblem(body) ? new ServiceProblem(body) : problem('unavailable', `The dashboard answered ${response.status}.`)
}

export type Question = {
  merchant: string
  params: Record<string, string>
  search?: Record<string, unknown> | null
  body?: unknown
}

/** Asks an operation through our own route handler, which stands at the operation's own path. */
export function call(address: Address, { merchant, params, search, body }: Question, signal: AbortSignal): Promise<unknown> {
  const withBody = body == null ? {} : { body: JSON.stringify(body) }
  return fetchJson(pathFor(address, params) + searchFor(search ?? undefined), {
    method: address.method,
    headers: { 'x-merchant': merchant, ...(body == null ? {} : { 'content-type': 'application/json' }) },
    ...withBody,
    signal,
  })
}
