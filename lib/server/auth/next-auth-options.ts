import 'server-only'
import type { LoggerInstance, NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { ServiceProblem } from '@/lib/problem'
import { database } from '../database/open'
import { env } from '../env'
import { log } from '../log'
import { companyProvider } from './company-provider'
import { companySignIn } from './company-sign-in'
import { localSignIn } from './local-sign-in'
import { refusalReason } from './refusal-reason'
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
        if (typeof token?.sid === 'string') await endSession(await database(), token.sid)
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
  error: (code, told) => {
    const error = 'error' in told ? told.error : told
    const reason = refusalReason(error)
    const attempt = currentAttempt()
    if (attempt) attempt.refusal ??= { told: 'company', reason }
    log.warn({ code, reason }, 'sign_in_trouble')
  },
  warn: () => {},
  debug: () => {},
}
