import 'server-only'
import type { LoggerInstance, NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { companySignIn } from './company-sign-in'
import { localSignIn } from './local-sign-in'
import { sessionCookie, signInCookies } from './session-cookie'
import { absoluteMs, endSession } from './sessions'
import { currentAttempt, type SignInAttempt } from './sign-in-attempt'

/** Sign-in is next-auth's; the session itself is a row, so that ending it or disabling its account counts on the next request. */
export function nextAuthOptions(): NextAuthOptions {
  const company = companyProvider()
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: absoluteMs / 1000 },
    pages: { signIn: '/sign-in', signOut: '/', error: '/sign-in', verifyRequest: '/sign-in' },
    cookies: { ...signInCookies(), sessionToken: sessionCookie() },
    logger,
    providers: [...(env().LOCAL_ACCOUNTS === 'on' ? [local] : []), ...(company === null ? [] : [company])],
    callbacks: {
      signIn: async ({ account, profile, user }) => {
        if (account?.provider !== 'oidc') return true
        const attempt = attemptNow()
        const entry = await companySignIn({ ...profile }, attempt)
        if ('refusal' in entry) {
          attempt.refusal = entry.refusal
          return false
        }
        attempt.sessionId = user.id = entry.sessionId // the very object that the cookie is made of
        return true
      },
      // The cookie holds the session's id and nothing of the person.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => {
        const to = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null
        return to?.origin === new URL(baseUrl).origin ? to.href : baseUrl
      },
    },
    events: {
      signOut: async ({ token }) => {
        const { sid } = token ?? {}
        if (typeof sid !== 'string') return
        await database()
          .then((store) => endSession(store, sid))
          .catch((cause: unknown) => {
            attemptNow().problem = cause // next-auth would take the cookie away and leave the session open
          })
      },
    },
  }
}

const local = CredentialsProvider({
  credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
  authorize: async (given) => {
    const attempt = attemptNow()
    try {
      const id = await localSignIn(given?.email ?? '', given?.password ?? '', attempt)
      attempt.sessionId = id
      return id === null ? null : { id }
    } catch (cause) {
      // next-auth would put the text of an error into an address.
      if (!(cause instanceof ServiceProblem)) log.error({ err: cause }, 'sign_in_broken')
      attempt.problem = cause
      return null
    }
  },
})

function attemptNow(): SignInAttempt {
  const attempt = currentAttempt()
  if (!attempt) throw new Error('Sign-in runs inside an attempt')
  return attempt
}

// One for all requests: next-auth keeps it in a variable of its module.
const logger: Partial<LoggerInstance> = {
  error: (code, cause) => {
    const error = 'error' in cause ? cause.error : cause
    const reason = refusalReason(error)
    const attempt = currentAttempt()
    if (attempt) attempt.refusal ??= { code: 'company', reason }
    log.warn({ code, reason }, 'sign_in_trouble')
  },
  warn: () => {},
  debug: () => {},
}

// What next-auth and openid-client say, in their own words; the values they quote stay out of the journal.
const reasons: [RegExp, string][] = [
  [/different provider/, 'check of another provider'],
  [/PKCE|code_verifier/i, 'pkce'],
  [/state/i, 'state'],
  [/nonce/i, 'nonce'],
  [/\biss\b|issuer/i, 'issuer'],
  [/\baud\b|audience|azp/i, 'audience'],
  [/invalid_grant|code missing/, 'code'],
  [/at_hash|c_hash|sub\b/, 'token of somebody else'],
  [/expired|\bexp\b|\biat\b|\bnbf\b|timed? ?out/i, 'time'],
  [/signature|\balg\b|kid|JWKS|key/i, 'signature'],
  [/access_denied|login_required|consent/, 'declined at the company'],
]

/** Why a return from the company's sign-in was refused, in a word or two for the journal. */
function refusalReason(error: unknown): string {
  const { message = '', code = '', error: given = '' } = (error ?? {}) as { message?: string; code?: string; error?: string }
  const text = `${given} ${message} ${code}`
  return reasons.find(([said]) => said.test(text))?.[1] ?? 'no sound answer'
}

type Claims = Record<string, unknown> & { sub: string }

/** The company's own sign-in by OpenID Connect; null where none is configured. Its endpoints and keys are what the issuer itself tells. */
function companyProvider(): OAuthConfig<Claims> | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPE } = env()
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) return null
  return {
    id: 'oidc',
    name: 'Company',
    type: 'oauth',
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    issuer: OIDC_ISSUER,
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope: OIDC_SCOPE } },
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    httpOptions: { timeout: 5_000 },
    token: {
      request: async ({ client, provider, params, checks }) => {
        // The library believes whatever issuer the found document names.
        if (client.issuer.issuer !== OIDC_ISSUER) throw new TypeError('issuer of the configuration is another')
        return { tokens: await client.callback(provider.callbackUrl, params, checks) }
      },
    },
    userinfo: {
      // Most keep name and e-mail out of the id token. Where both say something, what is signed counts.
      request: async ({ client, tokens }) => {
        const set = tokens as Parameters<typeof client.userinfo>[0] & { claims(): Claims }
        const more = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(set) : {}
        return { ...more, ...set.claims() }
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  }
}
