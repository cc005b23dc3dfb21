import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { addressOf } from '../address-of'
import { database } from '../database/open'
import { env } from '../env'
import { log } from '../log'
import { accountForSignIn } from './accounts'
import { passwordFits, passwordLength } from './passwords'
import { sessionCookie } from './session-cookie'
import { absoluteMs, endSession, startSession } from './sessions'
import { noteFailure, noteSuccess, secondsToWait } from './throttle'

/** Sign-in is next-auth's; the session itself is a row, so that ending it or disabling its account counts on the next request. */
export function nextAuthOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: absoluteMs / 1000 },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: { sessionToken: sessionCookie() },
    providers: [
      CredentialsProvider({
        credentials: { email: { label: 'E-mail', type: 'email' }, password: { label: 'Password', type: 'password' } },
        authorize: async (given, request) => {
          if (!given?.email || !given.password || [...given.password].length > passwordLength.most) return null
          return signIn(given.email, given.password, addressOf(new Headers(request.headers)))
        },
      }),
    ],
    callbacks: {
      // The cookie holds the session's id and nothing of the person.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => (url.startsWith('/') && !/^\/[/\\]/.test(url) ? baseUrl + url : baseUrl),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token.sid === 'string') await endSession(await database(), token.sid)
      },
    },
  }
}

/** One answer for a wrong password, an unknown e-mail and a disabled account. */
async function signIn(email: string, password: string, address: string): Promise<{ id: string } | null> {
  const store = await database()
  if ((await secondsToWait(store, { email, address })) !== null) return null // whatever form the request took to get here
  const account = await accountForSignIn(store, email)
  const fits = await passwordFits(account?.password_hash ?? null, password)
  if (!fits || !account) {
    if (fits !== null) await noteFailure(store, { email, address })
    log.warn({ address }, 'sign_in_refused')
    return null
  }
  await noteSuccess(store, { email, address })
  const id = await startSession(store, account.id)
  log.info({ account: account.id }, 'signed_in')
  return { id }
}
