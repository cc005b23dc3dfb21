import 'server-only'
import { maskedForScreen } from '@/lib/screen-masking'
import { isScreenShared } from './is-screen-shared'

/** The answer as the person's screen may show it: while it is shared, whatever is JSON is masked whole. Files and streams pass as they are. */
export async function forScreen(request: Request, answer: Response): Promise<Response> {
  const isJson = /^application\/(problem\+)?json\b/.test(answer.headers.get('content-type') ?? '')
  if (!isJson || !isScreenShared(request.headers.get('cookie'))) return answer
  const shown = maskedForScreen((await answer.json()) as unknown)
  return new Response(JSON.stringify(shown), { status: answer.status, headers: answer.headers })
}
