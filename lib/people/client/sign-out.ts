import { saveOpenForms } from '@/lib/client/open-forms'
import { ServiceProblem } from '@/lib/core/problem'
import { lookAtSession } from './keep-session'
import { nextAuthPost } from './next-auth-post'

/**
 * Ends the session and goes to the sign-in, for a session of the company's sign-in by way of the company, which ends its own. Gives what to
 * tell where the page stays. What is half typed is saved first: it comes back after signing in.
 */
export async function signOut(): Promise<string | null> {
  try {
    await saveOpenForms()
    const response = await nextAuthPost('signout', { callbackUrl: '/sign-in' })
    if (!response.ok) return whetherItEnded()
    const { url }: { url?: unknown } = await response.json().catch(() => ({}))
    location.assign(typeof url === 'string' ? url : '/sign-in')
    return null
  } catch {
    return whetherItEnded()
  }
}

/** Without an answer the session may have ended all the same, so it's looked at. */
async function whetherItEnded(): Promise<string | null> {
  try {
    await lookAtSession(AbortSignal.timeout(lookMs))
    return 'We couldn’t sign you out, so you’re still signed in. Try again.'
  } catch (cause) {
    if (!(cause instanceof ServiceProblem) || cause.problem.kind !== 'signedOut')
      return 'We don’t know whether you were signed out. Reload the page to see.'
    location.assign('/sign-in')
    return null
  }
}

const lookMs = 5_000
