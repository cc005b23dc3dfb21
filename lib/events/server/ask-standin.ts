import 'server-only'
import * as z from 'zod/mini'
import { parsed } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { checked, readJson } from '@/lib/platform/request'

const patienceMs = 5_000

/**
 * `POST /api/desk/events/test`: has the demo's stand-in send a test event to the addresses it was given, and says to how many. A real service
 * is never asked: it has no such thing, and we don't know the secret of an address.
 */
export async function askStandin(request: Request, person: Person): Promise<{ sent: number }> {
  checked(z.strictObject({}), await readJson(request))
  const { code } = merchantFor(request, person)
  if (env().SERVICE_IS_STANDIN === 'off')
    throw problem(
      'conflict',
      'This isn’t the demo, so we can’t ask the service for a test event. Send one to an address that you have.',
      {
        code: 'no_standin',
      },
    )
  const sent = parsed(z.object({ sent: z.int() }), await standinSays(code))
  if (sent === null) throw problem('unavailable', 'The demo’s service sent no test event. Check that it runs, and try again.')
  return sent
}

async function standinSays(account: string): Promise<string> {
  try {
    const answer = await fetch(new URL('/standin/test-event', env().SERVICE_URL), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return await answer.text()
  } catch (cause) {
    log.warn({ err: cause }, 'standin_not_asked')
    return ''
  }
}
