import { isProblem, ServiceProblem } from '@/lib/core/problem'
import { nextAuthPost } from './next-auth-post'

export type SignInOutcome =
  | { kind: 'signedIn' }
  /** One answer for an unknown e-mail, a wrong password and a disabled account. */
  | { kind: 'refused' }
  | { kind: 'tooMany'; seconds: number }
  | { kind: 'unreachable' }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'broken' }

/** Signs in with a local account. Never throws: every way it can end has its sentence on the form. */
export async function signIn(email: string, password: string, callbackUrl: string): Promise<SignInOutcome> {
  try {
    const response = await nextAuthPost('callback/credentials', { email, password, callbackUrl })
    if (response.status === 401) return { kind: 'refused' }
    if (response.status === 429) return { kind: 'tooMany', seconds: secondsToWait(response) }
    const body: unknown = await response.json().catch(() => undefined)
    // A passkey that is asked for after the password, and wasn't used.
    const isRefused = isProblem(body) && (body.kind === 'unavailable' || body.code === 'passkey_not_used')
    if (isRefused) return { kind: 'unavailable', detail: body.detail }
    const error = errorIn(body)
    if (error === 'CredentialsSignin') return { kind: 'refused' }
    return response.ok && error === null ? { kind: 'signedIn' } : { kind: 'broken' }
  } catch (cause) {
    // A ServiceProblem: nobody answered. Anything else was an answer that makes no sense.
    return { kind: cause instanceof ServiceProblem ? 'unreachable' : 'broken' }
  }
}

function secondsToWait(response: Response): number {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return seconds > 0 ? seconds : 60
}

/** Next-auth tells a refusal in the address it would have gone to. Null: none. */
function errorIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('url' in body) || typeof body.url !== 'string') return 'noAddress'
  return new URL(body.url, location.origin).searchParams.get('error')
}

/** Goes to the company's own sign-in. False when the dashboard, or the company, could not be reached. */
export async function companySignIn(callbackUrl: string): Promise<boolean> {
  try {
    const response = await nextAuthPost('signin/oidc', { callbackUrl })
    const body: unknown = await response.json()
    if (!response.ok || typeof body !== 'object' || body === null || !('url' in body) || typeof body.url !== 'string')
      return false
    // An error of next-auth leads back to us.
    if (new URL(body.url, location.origin).searchParams.has('error')) return false
    location.assign(body.url)
    return true
  } catch {
    return false
  }
}
