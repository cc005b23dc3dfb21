import 'server-only'
import { screenShareCookie } from '@/lib/core/browser-names'
import { maskedForScreen } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'

/** Whether the person who sends this `cookie` header shows their screen to others. */
export const isScreenShared = (cookie: string | null): boolean => (cookie ?? '').split(/;\s*/).includes(`${screenShareCookie}=on`)

/** The answer as the person's screen may show it: while it is shared, whatever is JSON is masked whole. Files and streams pass as they are. */
export async function forScreen(request: Request, answer: Response): Promise<Response> {
  const isJson = /^application\/(problem\+)?json\b/.test(answer.headers.get('content-type') ?? '')
  if (!isJson || !isScreenShared(request.headers.get('cookie'))) return answer
  const shown = maskedForScreen((await answer.json()) as unknown)
  return new Response(JSON.stringify(shown), { status: answer.status, headers: answer.headers })
}

/** Throws `forbidden` while the person shows their screen to others. `why` says what waits for that to end. */
export function requireUnshared(request: Request, why: string): void {
  if (!isScreenShared(request.headers.get('cookie'))) return
  throw problem('forbidden', `Screen-share mode is on, so ${why}. Turn it off first.`, {
    title: 'Screen-share mode is on',
    code: 'screen_shared',
  })
}
