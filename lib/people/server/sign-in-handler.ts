import 'server-only'
import * as z from 'zod/mini'
import { ownAnswerHeader } from '@/lib/core/browser-names'
import { ownPath } from '@/lib/core/own-path'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { lockProblem } from '@/lib/database/patience'
import { problemResponse } from '@/lib/platform/answers'
import { env } from '@/lib/platform/env'
import { checked, readText } from '@/lib/platform/request'
import { askNextAuth } from './ask-next-auth'
import { cookiesIn } from './cookies-in'
import { nextAuthOptions } from './next-auth-options'
import { recordRefusedSignIn } from './record-refused-sign-in'
import { signInCookies } from './session-cookie'
import type { Refusal, SignInAttempt } from './sign-in-attempt'
import { attemptOf, duringAttempt } from './sign-in-attempt'
import { signOutElsewhere } from './sign-out-elsewhere'
import { recordFailure, requirePatience, secondsToWait } from './throttle'

type Context = { params: Promise<{ nextauth: string[] }> }

// Of next-auth's addresses those that the pages use. Its `_log` would let anybody write into ours.
const actions = new Set(['csrf', 'providers', 'session', 'signin', 'callback', 'signout', 'error'])

/** next-auth's own handler with what it leaves to others: size of the form, slowing down, and what a refused return leaves behind. */
export async function signInHandler(request: Request, context: Context): Promise<Response> {
  const answer = await answered(request, context)
  answer.headers.set(ownAnswerHeader, 'yes')
  return answer
}

async function answered(request: Request, context: Context): Promise<Response> {
  try {
    const { nextauth } = await context.params
    const [action = '', provider] = nextauth // next-auth looks at no more of the address either
    if (!actions.has(action)) throw problem('notFound', 'Not found. Check the address.')
    const form = await formIn(request)
    const attempt = attemptOf(request)
    const isReturn = action === 'callback' && provider === 'oidc' && env().OIDC_ISSUER !== undefined
    const isForm = request.method === 'POST' && action === 'callback' && provider === 'credentials'
    if (isReturn && (await secondsToWait(await database(), attempt)) !== null) return backToSignIn(request, 'patience')
    if (isForm) await requirePatience(await database(), { address: attempt.address, email: form.email ?? '' })
    const elsewhere = action === 'signout' && request.method === 'POST' ? await signOutElsewhere(request) : null
    const answer = await duringAttempt(attempt, () => askNextAuth({ request, nextauth, form }, nextAuthOptions()))
    if (attempt.problem !== null) throw attempt.problem
    if (isReturn && attempt.sessionId === null) return refuseReturn(attempt, request, answer)
    return elsewhere === null ? answer : elsewhere(answer)
  } catch (error) {
    const isSignOut = new URL(request.url).pathname.endsWith('/signout')
    return problemResponse(lockProblem(error, isSignOut ? 'you’re still signed in' : 'you weren’t signed in'))
  }
}

async function formIn(request: Request): Promise<Record<string, string>> {
  if (request.method !== 'POST') return {}
  requireNoForeignOrigin(request)
  const text = await readText(request, 16 * 1024)
  const isJson = request.headers.get('content-type')?.includes('application/json')
  const pairs = isJson ? Object.entries(checked(fields, parsed(text))) : new URLSearchParams(text) // of a field given twice the last
  return Object.fromEntries(pairs)
}

const fields = z.record(z.string(), z.string())

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** next-auth's own token of the form is what protects it; where the browser says that another site sends it, not even that is looked at. */
function requireNoForeignOrigin({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const foreign = site === null ? origin !== null && origin !== new URL(env().NEXTAUTH_URL).origin : site !== 'same-origin'
  if (foreign)
    throw problem('forbidden', 'This request didn’t come from the dashboard. Nothing was done.', { code: 'foreign_origin' })
}

/**
 * Writes down that a return from the company's sign-in opened no session, and goes back to the sign-in, which says it in a
 * sentence. Each slows its address down, so that nobody fills the journal with them.
 */
async function refuseReturn({ refusal, address, browser }: SignInAttempt, request: Request, answer: Response): Promise<Response> {
  const { code, reason, accountId, person } = refusal ?? noSoundAnswer
  await recordFailure(await database(), { address })
  await recordRefusedSignIn({ accountId, person }, { reason, address, browser })
  return backToSignIn(request, code, answer.headers.getSetCookie()) // each check is used up
}

const noSoundAnswer: Refusal = { code: 'company', reason: 'no sound answer' }

/** The sign-in page with a word on why, and with the page that the person was going to, by next-auth's own cookie. */
function backToSignIn(request: Request, error: Refusal['code'] | 'patience', cookies: string[] = []): Response {
  const wanted = cookiesIn(request.headers.get('cookie') ?? '')[signInCookies().callbackUrl.name] ?? '/'
  const { origin } = new URL(env().NEXTAUTH_URL)
  const callbackUrl = ownPath(wanted.startsWith(`${origin}/`) ? wanted.slice(origin.length) : wanted)
  const headers = new Headers({ location: `/sign-in?${new URLSearchParams({ callbackUrl, error })}` })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 302, headers })
}
