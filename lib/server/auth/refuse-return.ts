import 'server-only'
import { ownPath } from '@/lib/own-path'
import { database } from '../database/open'
import { env } from '../env'
import { append } from '../journal/chain'
import { cookiesIn } from './cookies-in'
import { signInCookies } from './session-cookie'
import type { Refusal, SignInAttempt } from './sign-in-attempt'
import { noteFailure } from './throttle'

/**
 * Writes down that a return from the company's sign-in opened no session, and goes back to the sign-in, which says it in a
 * sentence. Each slows its address down, so that nobody fills the journal with them.
 */
export async function refuseReturn(
  { refusal, address, browser }: SignInAttempt,
  request: Request,
  answer: Response,
): Promise<Response> {
  const { told, reason, accountId = '', person = 'Unknown' } = refusal ?? { told: 'company' as const, reason: 'no sound answer' }
  const store = await database()
  await noteFailure(store, { address })
  await store.transaction().execute((tx) =>
    append(tx, {
      ...{ kind: 'sign-in-refused', operation: null, actionId: null, accountId, person },
      ...{ merchant: '', buyerId: null, ticket: null, detail: { reason, address, browser } },
    }),
  )
  return backToSignIn(request, told, answer.headers.getSetCookie()) // each check is used up
}

/** The sign-in page with a word on why, and with the page that the person was going to, by next-auth's own cookie. */
export function backToSignIn(request: Request, error: Refusal['told'] | 'patience', cookies: string[] = []): Response {
  const wanted = cookiesIn(request.headers.get('cookie') ?? '')[signInCookies().callbackUrl.name] ?? '/'
  const { origin } = new URL(env().NEXTAUTH_URL)
  const callbackUrl = ownPath(wanted.startsWith(`${origin}/`) ? wanted.slice(origin.length) : wanted)
  const headers = new Headers({ location: `/sign-in?${new URLSearchParams({ callbackUrl, error })}` })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
