import 'server-only'
import { problem } from '@/lib/problem'
import { isScreenShared } from './is-screen-shared'

/** Throws `forbidden` while the person shows their screen to others. `why` says what waits for that to end. */
export function requireUnshared(request: Request, why: string): void {
  if (!isScreenShared(request.headers.get('cookie'))) return
  throw problem('forbidden', `Screen-share mode is on: ${why} until it is turned off.`, {
    ...{ title: 'The screen is shared', code: 'screen_shared' },
  })
}
