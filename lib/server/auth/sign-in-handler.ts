import 'server-only'
import * as z from 'zod/mini'
import { problem } from '@/lib/problem'
import { checked, readText } from '../admission'
import { database } from '../database/open'
import { env } from '../env'
import { problemResponse } from '../problem-response'
import { askNextAuth } from './ask-next-auth'
import { nextAuthOptions } from './next-auth-options'
import { backToSignIn, refuseReturn } from './refuse-return'
import { attemptOf, duringAttempt } from './sign-in-attempt'
import { signOutElsewhere } from './sign-out-elsewhere'
import { requirePatience, secondsToWait } from './throttle'

type Context = { params: Promise<{ nextauth: string[] }> }

// Of next-auth's addresses those that the pages use. Its `_log` would let anybody write into ours.
const actions = new Set(['csrf', 'providers', 'session', 'signin', 'callback', 'signout', 'error'])

/** next-auth's own handler with what it leaves to others: size of the form, slowing down, and what a refused return leaves behind. */
export async function signInHandler(request: Request, context: Context): Promise<Response> {
  try {
    const { nextauth } = await context.params
    const [action = '', provider] = nextauth // next-auth looks at no more of the address either
    if (!actions.has(action)) throw problem('notFound', 'There is nothing at this address.')
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
    return problemResponse(error)
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
  if (foreign) throw problem('forbidden', 'This request did not come from a page of the dashboard.', { code: 'foreign_origin' })
}
