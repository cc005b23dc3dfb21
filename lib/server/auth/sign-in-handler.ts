import 'server-only'
import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { problem } from '@/lib/problem'
import { addressOf } from '../address-of'
import { readText } from '../admission'
import { database } from '../database/open'
import { problemResponse } from '../problem-response'
import { nextAuthOptions } from './next-auth-options'
import { secondsToWait } from './throttle'

type Context = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own handler; before a password is looked at, the throttle and the size of the form are. */
export async function signInHandler(request: Request, context: Context): Promise<Response> {
  try {
    const params = await context.params
    const [action, provider] = params.nextauth // next-auth looks at no more of the address either
    const isForm = request.method === 'POST' && action === 'callback' && provider === 'credentials'
    return (await NextAuth(
      (isForm ? await slowedDown(request) : request) as never,
      { params } as never,
      nextAuthOptions(),
    )) as Response
  } catch (error) {
    return problemResponse(error)
  }
}

/** The same request, once nobody has to wait. It is read and made anew: half of a cloned one cannot be left unread. */
async function slowedDown(request: Request): Promise<Request> {
  const text = await readText(request, 16 * 1024)
  const form: Record<string, string | undefined> = Object.fromEntries(new URLSearchParams(text)) // of a field given twice the last, as next-auth reads it
  const wait = await secondsToWait(await database(), { email: form.email ?? '', address: addressOf(request.headers) })
  if (wait === null) return new NextRequest(request.url, { method: 'POST', headers: request.headers, body: text })
  throw problem('unavailable', `Too many tries. Wait ${wait} seconds.`, { status: 429, code: 'throttled', retryAfter: wait })
}
