import 'server-only'
import { startJournalUpkeep } from '@/lib/commands/server/recover'
import { database } from '@/lib/database/open'
import { watchStreamFile } from '@/lib/journal/stream/send'
import { indexPending } from '@/lib/knowledge/server/directory'
import { notify } from '@/lib/notices/server/notify'
import { env, isProduction, readEnv } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { writeSearches } from '@/lib/search/server/record-search'
import { watchMerchants } from '@/lib/service/merchant-keys'
import { whenOpened } from '@/lib/service/transport'
import { keysOfOtherHosts } from '@/lib/signatures/server/keys'
import { watchIncoming } from './incoming'
import { startJobs } from './start-jobs'
import { stopOnSignal } from './stop-on-signal'

/** Checks the environment and opens the database, or ends the process with a plain sentence. */
export async function boot(): Promise<void> {
  const { faults } = readEnv()
  if (faults.length > 0)
    stop([
      'Counterfoil can’t start. Fix these environment variables:',
      ...faults.map((fault) => `  ${fault}`),
      'See .env.example and the README.',
    ])
  watchIncoming()
  watchMerchants()
  watchStreamFile()
  notifyOfBreakers()
  try {
    await database()
    await startJournalUpkeep()
    startDirectoryUpkeep()
    await startJobs()
    await warnOfOtherHosts()
  } catch (cause) {
    stop([`Counterfoil can’t start: couldn’t open the database (${cause instanceof Error ? cause.message : cause}).`])
  }
  if (isProduction()) stopOnSignal()
  log.info('started')
}

/** A passkey works at the host where it was added. */
async function warnOfOtherHosts(): Promise<void> {
  const passkeys = await keysOfOtherHosts(await database())
  if (passkeys > 0) log.warn({ passkeys }, 'passkeys of the old host will not work')
}

function stop(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

const indexEveryMs = 5_000

/** At boot and every few seconds: what passed and was not brought into the directory is, and searches that the journal could not take are written. People look for what they have just seen. */
function startDirectoryUpkeep(): void {
  const once = () => {
    indexPending().catch((cause: unknown) => log.error({ err: cause }, 'directory_behind'))
    writeSearches().catch((cause: unknown) => log.error({ err: cause }, 'search_not_noted'))
  }
  once()
  setInterval(once, indexEveryMs).unref()
}

/** One notice for each stretch, however many copies notice, and however often the service comes back for a moment. */
const stretchMs = 10 * 60_000

/** At boot: people are told when nothing is sent to a service any more because it doesn't respond. */
function notifyOfBreakers(): void {
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
