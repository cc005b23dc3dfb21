import { accountHeader, backgroundHeader, ownAnswerHeader } from '@/lib/core/browser-names'
import { fromOwnJson } from '@/lib/core/json'
import { isProblem, problem, ServiceProblem } from '@/lib/core/problem'
import { unansweredChange } from '@/lib/core/problem-copy'
import { noteIdleIn } from './session'

/** The dashboard didn't answer, or something between answered for it: what it was asked to do may be done. */
export class NoAnswer extends ServiceProblem {
  /** Its own again: a ServiceProblem is told by its name, which this one shares with every other. */
  static override [Symbol.hasInstance](thing: unknown): boolean {
    return Function.prototype[Symbol.hasInstance].call(NoAnswer, thing)
  }
}

const couldNotReach = { title: 'Couldn’t load this' }
const maybeSaved = { title: 'We don’t know whether this was saved', code: unansweredChange }

const noAnswer = (detail: string, isChange: boolean) =>
  new NoAnswer(problem('unavailable', detail, isChange ? maybeSaved : couldNotReach).problem)

/** Whether a change may have been made though it failed here: it got no answer, broke in the dashboard, or is a repeat of one that got none. */
export const isOutcomeUnknown = (cause: unknown): boolean =>
  cause instanceof ServiceProblem && [unansweredChange, 'internal', 'action_id_used'].includes(cause.problem.code ?? '')

const somethingBetween =
  'Something between you and the dashboard answered, such as a network that wants you to sign in. Sign in there, then try again.'

/** Throws what it means that the connection ended: the abort itself, or a problem that says so. */
export type Broken = (cause: unknown, detail?: string) => never

type RequestOptions<T> = {
  /** POST where there is a body, otherwise GET, unless it is named. */
  method?: string
  merchant?: string | undefined
  /** The same id twice is done once. */
  actionId?: string
  /** It changes something though it has no id, because a repeat does no harm. */
  isChange?: boolean
  /** Sent as JSON, unless it is a file or a form. */
  body?: unknown
  /** One that is null is left out. */
  headers?: Record<string, string | null> | undefined
  signal?: AbortSignal
  /** Nobody asked for it, such as whether something new waits: it does not keep the session from going idle. */
  background?: boolean
  /** It is sent though the page is left at this moment. */
  keepalive?: boolean
  /** Gets the headers of each answer of the dashboard, whatever its status. */
  noteHeaders?: (headers: Headers) => void
  /** Reads the answer, whatever its status. */
  as?: (response: Response, broken: Broken) => Promise<T>
}

/**
 * Asks one of our own handlers; nothing else in the browser does. The answer is JSON, unless `as` reads it.
 * Throws a ServiceProblem: the handler's own, or a NoAnswer that says what the browser could not reach.
 */
export async function request<T>(address: string, { as = json, ...options }: RequestOptions<T> = {}): Promise<T> {
  const { method, actionId, body, signal, background = false, keepalive = false } = options
  // What has an id or is put is a change, done once however often it's sent; a file that is taken is made anew.
  const { isChange = (actionId !== undefined || method === 'PUT') && as === json } = options
  const broken: Broken = (_, detail = 'We couldn’t reach the dashboard. Check your internet connection.') => {
    signal?.throwIfAborted()
    throw noAnswer(detail, isChange)
  }
  const send = (more?: Record<string, string>) =>
    fetch(address, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headersOf(options), ...more },
      body: isSentAsItIs(body) ? (body ?? null) : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    }).catch(broken)
  let response = await send()
  if (response.status === 428) response = await (await import('./signing')).signed(response, send)
  if (!background && response.status !== 401) noteIdleIn()
  if (response.ok && !response.headers.has(ownAnswerHeader)) return broken(response, somethingBetween)
  options.noteHeaders?.(response.headers)
  return as(response, broken)
}

const isSentAsItIs = (body: unknown): body is undefined | Blob | URLSearchParams =>
  body === undefined || body instanceof Blob || body instanceof URLSearchParams

function headersOf({ merchant, actionId, body, headers, background }: RequestOptions<unknown>): Record<string, string> {
  const named = {
    accept: 'application/json',
    'content-type': isSentAsItIs(body) ? null : 'application/json',
    'x-merchant': merchant,
    [accountHeader]: pageAccount(),
    'x-action-id': actionId,
    [backgroundHeader]: background ? 'yes' : null,
    ...headers,
  }
  return Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
}

/** Who the page was drawn for; null where it's for nobody, and on the server, which draws it first. */
export const pageAccount = (): string | null =>
  typeof document === 'undefined' ? null : (document.querySelector('meta[name=account]')?.getAttribute('content') ?? null)

async function json<T>(response: Response, broken: Broken): Promise<T> {
  await requireSuccess(response, broken)
  const text = await response.text().catch(broken) // half an answer isn't an empty one
  if (text === '') return undefined as T
  try {
    return fromOwnJson<T>(text)
  } catch (cause) {
    return broken(cause, 'The dashboard’s answer couldn’t be read. Try again, or tell an admin.')
  }
}

/** Throws the problem that a handler answered, or that something else answered for it. */
export async function requireSuccess(response: Response, broken: Broken): Promise<void> {
  if (response.ok) return
  const body: unknown = await response.json().catch(() => undefined)
  if (isProblem(body)) throw new ServiceProblem(body)
  broken(body, `The dashboard returned error ${response.status}. Try again, or tell an admin.`)
}
