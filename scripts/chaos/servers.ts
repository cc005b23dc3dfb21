import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { addAccount } from '@/lib/server/auth/accounts'
import { openDatabase, type Place } from '@/lib/server/database/open'
import { accounts } from '@/standin/accounts'
import { Child, dashboard } from '../child.mjs'
import { demoAccounts, demoPassword } from '../demo-accounts.mjs'
import { freePort } from '../ports.mjs'
import { startPostgres } from '../postgres.mjs'
import type { Options } from './options'
import type { Secrets } from './secrets'

/** How long a person waits for an answer, and how long a socket lives: short, so that a seed sees both. */
export const patience = { SERVICE_WRITE_PATIENCE_MS: '200', SERVICE_WRITE_LIMIT_MS: '900', SERVICE_READ_TIMEOUT_MS: '400' }

type Given = { secrets: Secrets; hear: (text: string) => void; limits: Record<string, string> }

/** The production build of the dashboard in one or two copies, the stand-in, and the database, each a process of its own. */
export class Servers {
  private readonly folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'counterfoil-chaos-'))
  private readonly desks: Child[] = []
  private readonly ports: number[] = []
  private standin: Child | undefined
  private postgres: { url: string; stop: () => Promise<void> } | undefined
  /** How long each start took until the dashboard was ready, in milliseconds, and what it may take on a machine as busy as that. */
  starts: { ms: number; most: number }[] = []
  place: Place = { DATA_DIR: '' }
  standinPort = 0
  wirePort = 0

  constructor(
    private readonly options: Options,
    private readonly given: Given,
  ) {}

  get addresses(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`)
  }

  get standinAddress(): string {
    return `http://127.0.0.1:${this.standinPort}`
  }

  /** Starts what the dashboard stands on: database with accounts, and the stand-in. */
  async startGround(): Promise<void> {
    this.standinPort = await freePort()
    this.wirePort = await freePort()
    for (let copy = 0; copy < this.options.copies; copy += 1) this.ports.push(await freePort())
    this.place = { DATA_DIR: this.dataDir(0), DATABASE_URL: await this.databaseUrl() }
    const store = await openDatabase(this.place)
    for (const account of demoAccounts) await addAccount(store, { ...account, password: demoPassword })
    await store.destroy()
    const env = { STANDIN_PORT: String(this.standinPort), STANDIN_RENEWAL_DELAY_MS: '86400000' } // no renewal of its own accord
    this.standin = new Child([process.execPath, '--import', 'tsx', 'standin/main.ts'], { env })
    await this.standin.answers(`${this.standinAddress}/standin/health`)
  }

  /** Starts a copy and waits until it is ready. */
  async startDesk(copy: number): Promise<void> {
    const from = performance.now()
    const desk = new Child(dashboard(this.ports[copy]), { env: this.environment(copy), hear: this.given.hear })
    this.desks[copy] = desk
    const [bareStart] = await Promise.all([
      msOfBareStart(),
      desk.answers(`${this.addresses[copy]}/api/desk/health/ready`, 60_000, 20),
    ])
    this.starts.push({ ms: performance.now() - from, most: Math.max(5_000, 100 * bareStart) })
  }

  async startDesks(): Promise<void> {
    await Promise.all(this.ports.map((_, copy) => this.startDesk(copy)))
  }

  /** Ends a copy, as a power cut or as a supervisor would. */
  async end(copy: number, how: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const desk = this.desks[copy]
    if (how === 'SIGTERM') return desk?.stop()
    desk?.kill('SIGKILL')
    await desk?.ended
  }

  async stopDesks(): Promise<void> {
    await Promise.all(this.desks.map((desk) => desk.stop()))
  }

  async stop(): Promise<void> {
    await this.stopDesks()
    await this.standin?.stop()
    await this.postgres?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get dataDirs(): string[] {
    return this.ports.map((_, copy) => this.dataDir(copy))
  }

  /** A folder without checkpoints, for whoever looks at the journal while the copies write theirs. */
  get emptyFolder(): string {
    return this.folder
  }

  private dataDir(copy: number): string {
    const folder = join(this.folder, `copy-${copy}`)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  private async databaseUrl(): Promise<string | undefined> {
    if (this.options.database === 'sqlite') return undefined
    this.postgres = await startPostgres({ isFlushed: false })
    const client = new pg.Client({ connectionString: this.postgres.url })
    await client.connect()
    await client.query('create database chaos')
    await client.end()
    return this.postgres.url
      .replace('counterfoil@', `counterfoil:${this.given.secrets.databasePassword}@`)
      .replace(/postgres$/, 'chaos')
  }

  private environment(copy: number): Record<string, string> {
    const { secrets, limits } = this.given
    return {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      SERVICE_URL: `http://127.0.0.1:${this.wirePort}`,
      MERCHANTS: JSON.stringify(accounts),
      MERCHANTS_FILE: '',
      DATABASE_URL: this.place.DATABASE_URL ?? '',
      DATA_DIR: this.dataDir(copy),
      NEXTAUTH_URL: this.addresses[0] ?? '',
      NEXTAUTH_SECRET: secrets.sessionSecret,
      JOURNAL_KEY: secrets.journalKey,
      METRICS_TOKEN: secrets.metricsToken,
      RETURN_URL_HOSTS: '',
      TRUSTED_PROXIES: '',
      ...limits,
    }
  }
}

/** What is killed here is a process and never the machine, so flushing to a disk would prove nothing and take most of the time. */
function roomInMemory(): string | null {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 512 * 2 ** 20 ? memory : null
}

/** How long Node itself takes to start and end now: 50 ms where nothing else is going on, and more as others take the machine. */
async function msOfBareStart(): Promise<number> {
  const from = performance.now()
  await new Child([process.execPath, '-e', '']).ended
  return performance.now() - from
}
