import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { standinMerchants } from '@/standin/standin-merchants'

const random = () => randomBytes(24).toString('base64url')

/** Values planted in the environment, which must be found nowhere. */
export class Secrets {
  readonly sessionSecret = random()
  readonly journalKey = random()
  readonly metricsToken = random()
  readonly databasePassword = random()

  get all(): string[] {
    const keys = standinMerchants.flatMap(({ secretKey, publicKey }) => [secretKey, publicKey])
    return [this.sessionSecret, this.journalKey, this.metricsToken, this.databasePassword, ...keys]
  }
}

const overlap = 200

/** Listens to everything that the dashboard says, and notes where a value stands that must not. */
export class Searcher {
  readonly found: string[] = []
  /** How many lines of the log tell of a rejection that nobody handled. */
  rejections = 0
  private values: string[]
  private tail = ''

  constructor(secrets: readonly string[]) {
    this.values = [...secrets]
  }

  /** From now on this value must not be found either. */
  plant(values: readonly string[]): void {
    this.values.push(...values)
  }

  /** Looks through a whole answer. */
  look(where: string, text: string): void {
    for (const value of this.values) if (text.includes(value)) this.found.push(`${JSON.stringify(value)} stands in ${where}`)
  }

  /** Looks at what everybody on this machine may read of a process: the line it was started with. */
  lookAtCommandLines(): void {
    const processes = existsSync('/proc/self/cmdline') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
    for (const id of processes) {
      try {
        this.look(`the command line of process ${id}`, readFileSync(`/proc/${id}/cmdline`, 'utf8'))
      } catch {} // it has ended meanwhile
    }
  }

  /** Looks through a log that comes in pieces. */
  hear = (text: string): void => {
    this.look('the log', this.tail + text)
    this.rejections += text.split(/unhandledRejection|UnhandledPromiseRejection|uncaughtException/).length - 1
    this.tail = text.slice(-overlap)
  }
}
