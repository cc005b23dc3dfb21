import 'server-only'
import { ownPath } from '@/lib/own-path'
import { database } from '../database/open'
import { env } from '../env'
import { append } from '../journal/chain'
import { signInCookies } from './session-cookie'
import type { SignInAttempt } from './sign-in-attempt'
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
  const { told, reason, accountId = '', person = '' } = refusal ?? { told: 'company' as const, reason: 'no sound answer' }
  const store = await database()
  await noteFailure(store, { address })
  await store.transaction().execute((tx) =>
    append(tx, {
      ...{
        kind: 'sign-in-refused',
        operation: 'company-sign-in',
        actionId: null,
        accountId,
        person,
        merchant: '',
        buyerId: null,
      },
      ...{ ticket: null, detail: { reason, address, browser } },
    }),
  )
  const headers = new Headers({ location: `/sign-in?${new URLSearchParams({ callbackUrl: wanted(request), error: told })}` })
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie) // each check is used up
  return new Response(null, { status: 302, headers })
}

/** The page that the person was going to, by next-auth's own cookie. */
function wanted(request: Request): string {
  const { name } = signInCookies().callbackUrl
  const pair = request.headers
    .get('cookie')
    ?.split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`))
  const given = decodeURIComponent(pair?.slice(name.length + 1) ?? '')
  const { origin } = new URL(env().NEXTAUTH_URL)
  return ownPath(given.startsWith(`${origin}/`) ? given.slice(origin.length) : given)
}
