import 'server-only'
import { database } from './database/open'
import { keepDirectory } from './directory/keep-directory'
import { readEnv } from './env'
import { keepImports } from './imports/keep-imports'
import { watchIncoming } from './incoming'
import { keepJournal } from './journal/recover'
import { log } from './log'
import { watchMerchants } from './merchant-keys'

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
    keepImports()
  } catch (cause) {
    stop([`Counterfoil does not start: the database cannot be opened (${cause instanceof Error ? cause.message : cause}).`])
  }
  log.info('started')
}

function stop(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
