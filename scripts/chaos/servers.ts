import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase, type Place } from '@/lib/database/open'
import { createPerson } from '@/lib/people/server/person-accounts'
import { standinMerchants } from '@/standin/standin-merchants'
import { Child, dashboard } from '../child.mjs'
import { demoAccounts, demoPassword } from '../demo-accounts.mjs'
import { freePort } from '../ports.mjs'
import { startPostgres } from '../postgres.mjs'
import type { Browser } from './browser'
import type { Options } from './options'
import type { Secrets } from './secrets'
import { buyers } from './targets'

/** How long a person waits for an answer, and how long a socket lives: short, so that a seed sees both. */
export const patience = { SERVICE_WRITE_PATIENCE_MS: '200', SERVICE_WRITE_LIMIT_MS: '900', SERVICE_READ_TIMEOUT_MS: '400' }

/** An agent whose account is disabled now and then. */
export const leaver = { email: 'leaver@demo.test', name: 'Lena Varga', role: 'agent' } as const
/** An account that agents may not use. */
const merchants = standinMerchants.map((merchant) =>
  merchant.code === 'southbay' ? { ...merchant, roles: ['manager', 'admin'] } : merchant,
)

type ServersInput = { secrets: Secrets; hear: (text: string) => void; limits: Record<string, string> }

/** The production build of the dashboard in one or two copies, the stand-in, and the database, each a process of its own. */
export class Servers {
  private readonly folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'counterfoil-chaos-'))
  private readonly dashboards: Child[] = []
  private readonly ports: number[] = []
  private standin: Child | undefined
  private postgres: { url: string; stop: () => Promise<void> } | undefined
  /** How long each start took until the dashboard was ready, in milliseconds, and what it may take on a machine as busy as that. */
  private starts: { ms: number; most: number }[] = []
  private readonly errors: string[] = []
  place: Place = { DATA_DIR: '' }
  standinPort = 0
  wirePort = 0

  constructor(
    private readonly options: Options,
    private readonly given: ServersInput,
  ) {}

  get addresses(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`)
  }

  /** By how much the clock of dashboard and stand-in is ahead, see `clock.mjs`. */
  get clockFile(): string {
    return join(this.folder, 'clock')
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
    for (const person of [...demoAccounts, leaver]) await createPerson(store, { ...person, password: demoPassword })
    await store.destroy()
    // Nothing happens of its own accord.
    const env = {
      STANDIN_PORT: String(this.standinPort),
      STANDIN_RENEWAL_DELAY_MS: '86400000',
      STANDIN_EVENTS_PER_MINUTE: '0',
    }
    this.standin = new Child([process.execPath, ...this.clock, '--import', 'tsx', 'standin/main.ts'], { env })
    await this.standin.answers(`${this.standinAddress}/standin/health`)
  }

  /** Starts a copy and waits until it is ready. */
  async startDashboard(copy: number): Promise<void> {
    const from = performance.now()
    const [program = '', ...rest] = dashboard(this.ports[copy] ?? 0)
    const { planted } = this.options
    const where = planted ? { cwd: planted.folder } : {}
    const env = { ...this.environment(copy), ...(planted ? { PLANTED: planted.name } : {}) }
    const hear = (text: string) => {
      this.given.hear(text)
      this.errors.push(...text.split('\n').filter((line) => line.includes('"msg":"unforeseen"')))
    }
    const child = new Child([program, ...this.clock, ...rest], { env, hear, ...where })
    this.dashboards[copy] = child
    const [bareStart] = await Promise.all([
      msOfBareStart(),
      child.answers(`${this.addresses[copy]}/api/desk/health/ready`, 60_000, 20),
    ])
    this.starts.push({ ms: performance.now() - from, most: Math.max(5_000, 100 * bareStart) })
  }

  /** What the copies have logged since the last time of answers that nobody foresaw, where there were any. */
  takeErrors(unforeseen: readonly string[]): string[] {
    const errors = this.errors.splice(0)
    return unforeseen.length === 0 ? [] : errors.map((line) => `logged was ${line.slice(0, 2_000)}`)
  }

  /** What the starts since the last time took: the longest, and a sentence for each that took too long. */
  takeStarts(): { longestMs: number; slow: string[] } {
    const starts = this.starts.splice(0)
    const slow = starts
      .filter(({ ms, most }) => ms > most)
      .map(
        ({ ms, most }) => `Healthy within 5 s of a restart: it took ${Math.round(ms)} ms, and ${Math.round(most)} would do now`,
      )
    return { longestMs: Math.max(0, ...starts.map(({ ms }) => ms)), slow }
  }

  async startDashboards(): Promise<void> {
    await Promise.all(this.ports.map((_, copy) => this.startDashboard(copy)))
  }

  /** Ends a copy, as a power cut or as a supervisor would. */
  async end(copy: number, how: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const dashboard = this.dashboards[copy]
    if (how === 'SIGTERM') return dashboard?.stop()
    dashboard?.kill('SIGKILL')
    await dashboard?.ended
  }

  async stopDashboards(): Promise<void> {
    await Promise.all(this.dashboards.map((dashboard) => dashboard.stop()))
  }

  async stop(): Promise<void> {
    await this.stopDashboards()
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

  private get clock(): string[] {
    const address = new URL('clock.mjs', import.meta.url)
    address.searchParams.set('file', this.clockFile)
    return ['--import', address.href]
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
      MERCHANTS: JSON.stringify(merchants),
      MERCHANTS_FILE: '',
      DATABASE_URL: this.place.DATABASE_URL ?? '',
      DATA_DIR: this.dataDir(copy),
      NEXTAUTH_URL: this.addresses[0] ?? '',
      NEXTAUTH_SECRET: secrets.sessionSecret,
      JOURNAL_KEY: secrets.journalKey,
      METRICS_TOKEN: secrets.metricsToken,
      RETURN_URL_HOSTS: 'shop.example.test',
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
export async function msOfBareStart(): Promise<number> {
  const from = performance.now()
  await new Child([process.execPath, '-e', '']).ended
  return performance.now() - from
}

/** Dates of answers are whole seconds, and an answer is under way for a moment. */
const movedMs = 5_000

type ClockMove = {
  servers: { standinAddress: string }
  live: readonly string[]
  ahead: number
  manager: Browser
  /** Lets sessions go on, which by the moved clock are over. */
  renew: () => Promise<void>
}

/** Waits until the service and every live copy go by the clock as it was moved, and lets each copy measure the service's clock anew. */
export async function allMoved({ servers, live, ahead, manager, renew }: ClockMove): Promise<void> {
  await untilMoved(`${servers.standinAddress}/standin/health`, ahead)
  for (const address of live) await untilMoved(`${address}/api/desk/health/live`, ahead)
  await renew() // after all have moved: until then a copy notes by the earlier clock when a session was used
  // What a copy measured while the clocks were moved one after the other would mislead it.
  for (const address of live) await manager.ask(address, 'GET', `/api/v3/buyers/${buyers[0]?.id}/tokens`).catch(() => null)
}

/** A process that doesn't answer is being ended, and starts with the clock as it is. */
async function untilMoved(address: string, ahead: number): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    if (answer === null) return
    await answer.text()
    if (Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now() - ahead) < movedMs) return
    await wait(10)
  }
}
