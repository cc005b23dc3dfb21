import 'server-only'
import { decode } from 'next-auth/jwt'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'

/** Name and attributes of the session's cookie; over https the browser itself ties it to this very host. */
export const sessionCookie = () => hostCookie('session-token')

/** The cookies that live while somebody signs in: 15 minutes for those that tie the company's answer to this browser. */
export const signInCookies = () => ({
  callbackUrl: hostCookie('callback-url'),
  csrfToken: hostCookie('csrf-token'),
  pkceCodeVerifier: hostCookie('pkce.code_verifier', checkSeconds),
  state: hostCookie('state', checkSeconds),
  nonce: hostCookie('nonce', checkSeconds),
})

const checkSeconds = 15 * 60

function hostCookie(of: string, maxAge?: number) {
  const secure = env().NEXTAUTH_URL.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax' as const, path: '/', secure, ...(maxAge === undefined ? {} : { maxAge }) }
  return { name: `${secure ? '__Host-' : ''}next-auth.${of}`, options }
}

/** The session's id out of a Cookie header, or null where there is no cookie of ours, more than one, or a forged one. */
export async function sessionIdIn(cookieHeader: string | null): Promise<string | null> {
  const { name } = sessionCookie()
  const values = (cookieHeader ?? '')
    .split(/;\s*/)
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
  const [token] = values
  if (values.length !== 1 || !token) return null
  return sidOf(token)
}

const maxRemembered = 1_000
const opened = () => singleton('opened-tokens', () => new Map<string, { sid: string; until: number }>())

/** Opening a token costs more than everything else that a request of a signed-in person does; whether its session lives is asked anew each time. */
async function sidOf(token: string): Promise<string | null> {
  const known = opened().get(token)
  if (known) return known.until > Date.now() ? known.sid : null
  const decoded = await decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null)
  if (typeof decoded?.sid !== 'string' || typeof decoded.exp !== 'number') return null
  if (opened().size >= maxRemembered) opened().clear()
  opened().set(token, { sid: decoded.sid, until: decoded.exp * 1_000 })
  return decoded.sid
}
