import { saveOpenForms } from '@/lib/client/open-forms'
import { nextAuthPost } from './next-auth-post'

/**
 * Ends the session and goes to the sign-in, for a session of the company's sign-in by way of the company, which ends its own. False when
 * the dashboard could not be reached, and the session stands. What is half typed is saved first: it comes back after signing in.
 */
export async function signOut(): Promise<boolean> {
  try {
    await saveOpenForms()
    const response = await nextAuthPost('signout', { callbackUrl: '/sign-in' })
    if (!response.ok) return false
    const { url }: { url?: unknown } = await response.json().catch(() => ({}))
    location.assign(typeof url === 'string' ? url : '/sign-in')
    return true
  } catch {
    return false
  }
}
