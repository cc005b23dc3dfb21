import 'server-only'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { personOrAbsence } from './person'

/**
 * For a session of the company's sign-in: what turns the answer to a sign-out into one that goes on to the company's own, so that the next
 * person at this computer is asked who they are. Null where there is nothing to go on to. The session here ends in either case. The
 * company is not told whose it was: an id token would put a name into an address.
 */
export async function signOutElsewhere(request: Request): Promise<((answer: Response) => Promise<Response>) | null> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID = '', NEXTAUTH_URL } = env()
  const person = OIDC_ISSUER === undefined ? 'none' : await personOrAbsence(request.headers)
  if (OIDC_ISSUER === undefined || typeof person === 'string' || person.issuer !== OIDC_ISSUER) return null
  const endpoint = await endpointOf(OIDC_ISSUER)
  if (endpoint === null) return null
  const to = new URL(endpoint)
  to.searchParams.set('client_id', OIDC_CLIENT_ID)
  to.searchParams.set('post_logout_redirect_uri', `${new URL(NEXTAUTH_URL).origin}/sign-in`)
  return async (answer) => {
    const { url }: { url?: unknown } = await answer
      .clone()
      .json()
      .catch(() => ({}))
    // Asked by a form and not by a page's script, the answer is a redirect; and one without the form's token has ended nothing.
    if (typeof url !== 'string' || url.includes('csrf=true')) return answer
    return Response.json({ url: to.href }, { headers: answer.headers })
  }
}

async function endpointOf(issuer: string): Promise<string | null> {
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(3_000) })
    const { end_session_endpoint: found } = (await answer.json()) as { end_session_endpoint?: unknown }
    return typeof found === 'string' && /^https?:/.test(found) ? found : null
  } catch (cause) {
    log.warn({ err: cause }, 'company_sign_out_unknown')
    return null
  }
}
