import 'server-only'
import { database } from './database/open'
import { keepDirectory } from './directory/keep-directory'
import { readEnv } from './env'
import { watchIncoming } from './incoming'
import { keepJobs } from './jobs/keep-jobs'
import { keepJournal } from './journal/recover'
import { log } from './log'
import { watchMerchants } from './merchant-keys'
import { stopOnSignal } from './stopping/stop-on-signal'

/** Checks the environment and opens the database, or ends the process with a plain sentence. */
export async function boot(): Promise<void> {
  const { faults } = readEnv(process.env)
  if (faults.length > 0)
    stop([
      'Counterfoil does not start: the environment is wrong.',
      ...faults.map((fault) => `  ${fault}`),
      'See .env.example and the README.',
    ])
  watchIncoming()
  watchMerchants()
  try {
    await database()
    await keepJournal()
    keepDirectory()
    await keepJobs()
  } catch (cause) {
    stop([`Counterfoil does not start: the database cannot be opened (${cause instanceof Error ? cause.message : cause}).`])
  }
  if (process.env.NODE_ENV === 'production') stopOnSignal()
  log.info('started')
}

function stop(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
