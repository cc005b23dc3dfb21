import 'server-only'
import { database } from '@/lib/database/open'
import { notify } from '@/lib/notices/server/notify'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { whenOpened } from '@/lib/service/transport'

/** One notice for each stretch, however many copies notice, and however often the service comes back for a moment. */
const stretchMs = 10 * 60_000

/** At boot: people are told when nothing is sent to a service any more because it doesn't respond. */
export function tellOfBreakers(): void {
  whenOpened().tell = (serviceUrl) =>
    void tell(serviceUrl).catch((cause: unknown) => log.error({ err: cause }, 'breaker_not_told'))
}

async function tell(serviceUrl: string): Promise<void> {
  const stretch = Math.floor(Date.now() / stretchMs)
  const words = 'The service isn’t responding, so nothing is sent to it for now'
  const store = await database()
  for (const { code: merchant, serviceUrl: own } of env().merchants) {
    if ((own ?? env().SERVICE_URL) !== serviceUrl) continue
    const of = `${merchant} ${stretch}`
    await store
      .transaction()
      .execute((tx) =>
        notify(tx, { kind: 'breaker-open', of, merchant, words, href: '/journal?outcome=open' }, { right: 'approve' }),
      )
  }
}
