import 'server-only'
import { startJournalUpkeep } from '@/lib/commands/server/recover'
import { database } from '@/lib/database/open'
import { watchStreamFile } from '@/lib/journal/stream/send'
import { indexPending } from '@/lib/knowledge/server/directory'
import { watchBreakers } from '@/lib/notices/server/breaker-notice'
import { isProduction, readEnv } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { startWarmUp } from '@/lib/platform/warm-up'
import { writeSearches } from '@/lib/search/server/record-search'
import { watchMerchants } from '@/lib/service/merchant-keys'
import { keysOfOtherHosts } from '@/lib/signatures/server/keys'
import { watchIncoming } from './incoming'
import { startJobs } from './start-jobs'
import { stopOnSignal } from './stop-on-signal'

/** Checks the environment and opens the database, or ends the process with a plain sentence. `port` is where the framework listens. */
export async function boot(port?: string): Promise<void> {
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
  watchBreakers()
  try {
    await database()
    await startJournalUpkeep()
    startDirectoryUpkeep()
    await startJobs()
    await warnOfOtherHosts()
  } catch (cause) {
    stop([`Counterfoil can’t start: couldn’t open the database (${cause instanceof Error ? cause.message : cause}).`])
  }
  if (isProduction()) {
    stopOnSignal()
    startWarmUp(port)
  }
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
