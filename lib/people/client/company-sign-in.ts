import { nextAuthPost } from './next-auth-post'

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
