import 'server-only'
import { database } from '@/lib/database/open'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { whenOpened } from '@/lib/service/transport'
import { notify } from './notify'

/** One notice for each ten minutes of the clock, however many copies notice, and however often the service comes back for a moment. */
const onceInMs = 10 * 60_000

/** At boot: managers are notified when nothing is sent to a service any more because it doesn't respond. */
export function watchBreakers(): void {
  whenOpened().listener = (serviceUrl) =>
    void notifyOfBreaker(serviceUrl).catch((cause: unknown) => log.error({ err: cause }, 'breaker_not_notified'))
}

async function notifyOfBreaker(serviceUrl: string): Promise<void> {
  const store = await database()
  for (const { code: merchant, serviceUrl: own } of env().merchants) {
    if ((own ?? env().SERVICE_URL) !== serviceUrl) continue
    const notice = {
      kind: 'breaker-open' as const,
      of: `${merchant} ${Math.floor(Date.now() / onceInMs)}`,
      merchant,
      words: 'The service isn’t responding, so nothing is sent to it for now',
      href: '/journal?outcome=open',
    }
    await store.transaction().execute((tx) => notify(tx, notice, { right: 'approve' }))
  }
}
