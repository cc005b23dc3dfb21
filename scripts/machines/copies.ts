import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child, dashboard, run } from '../child.mjs'
import { freePort } from '../ports.mjs'
import { startPostgres } from '../postgres.mjs'
import { startNginx } from './nginx.mjs'

type Copy = { port: number; folder: string; child: Child | undefined; env: Record<string, string> }

/**
 * Copies of the dashboard, which has been built before, in front of a stand-in of the service: two on one PostgreSQL server behind nginx, or one
 * on the embedded database.
 */
export class Copies {
  #folder = ''
  #more: Record<string, string>
  #isServed: boolean
  #standin: Child | undefined
  #postgres: { stop: () => Promise<void> } | undefined
  #nginx: { stop: () => Promise<void> } | undefined
  #copies: Copy[] = []

  address = ''
  certificate = ''
  standinAddress = ''
  databaseUrl = ''
  secret = 'a secret of two copies that is long enough'

  /** @param more environment beside the usual one */
  constructor(more: Record<string, string> = {}, { isServed = true } = {}) {
    this.#more = more
    this.#isServed = isServed
  }

  async start() {
    this.#folder = mkdtempSync(join(tmpdir(), 'counterfoil-copies-')) // not when it's made: Playwright makes one to list the tests, and never stops it
    const [standinPort = 0, port = 0, plainPort = 0, startedPort = 0, ...ports] = await sixPorts()
    this.standinAddress = `http://127.0.0.1:${standinPort}`
    const standin = new Child([process.execPath, '--import', 'tsx', 'standin/main.ts'], {
      env: { STANDIN_PORT: String(standinPort), STANDIN_EVENTS_PER_MINUTE: '0' },
    })
    this.#standin = standin
    await standin.answers(`${this.standinAddress}/standin/health`)
    if (this.#isServed) {
      const [postgres, nginx] = await Promise.all([startPostgres(), startNginx({ port, plainPort, startedPort, copies: ports })])
      this.#postgres = postgres
      this.#nginx = nginx
      this.databaseUrl = postgres.url
      this.address = nginx.address
      this.certificate = nginx.certificate
    } else this.address = `http://127.0.0.1:${ports[0]}`
    this.#copies = await this.#made(this.#isServed ? ports : ports.slice(0, 1))
    await Promise.all(this.#copies.map((_, number) => this.startCopy(number)))
  }

  async #made(ports: number[]): Promise<Copy[]> {
    const folders = ports.map((_, number) => join(this.#folder, String(number)))
    const env = await this.#environment()
    await seedPeople({ ...env, DATA_DIR: folders[0] ?? '' })
    return ports.map((port, number) => {
      const folder = folders[number] ?? ''
      return { port, folder, env: { ...env, DATA_DIR: folder }, child: undefined }
    })
  }

  /** What a program of the dashboard is started with, such as `npm run verify`. */
  environmentOf(number: number): Record<string, string> {
    return this.#copy(number).env
  }

  async #environment(): Promise<Record<string, string>> {
    return {
      NODE_ENV: 'production',
      MERCHANTS_FILE: '',
      METRICS_TOKEN: '',
      RETURN_URL_HOSTS: '',
      LOG_LEVEL: 'info',
      SERVICE_URL: this.standinAddress,
      MERCHANTS: JSON.stringify(await this.fromStandin('accounts')),
      DATABASE_URL: this.databaseUrl,
      DATA_DIR: this.#folder,
      NEXTAUTH_URL: this.address,
      NEXTAUTH_SECRET: this.secret,
      TRUSTED_PROXIES: '127.0.0.1',
      ...this.#more,
    }
  }

  /** The address of one copy itself, without the balancer. */
  addressOf(number: number): string {
    return `http://127.0.0.1:${this.#copy(number).port}`
  }

  /** Starts a copy that is not running, with more environment if need be, and waits until it is ready. */
  async startCopy(number: number, more: Record<string, string> = {}): Promise<void> {
    const copy = this.#copy(number)
    const child = new Child(dashboard(copy.port), {
      env: { ...copy.env, ...more },
      keep: 20_000,
    })
    copy.child = child
    await child.answers(`${this.addressOf(number)}/api/desk/health/ready`)
  }

  /** Sends a signal to a copy. Resolves with its exit code once it has ended. */
  async end(number: number, signal: NodeJS.Signals): Promise<number> {
    const child = this.#childOf(number)
    child.kill(signal)
    return child.ended
  }

  /** Megabytes of memory that a copy takes now; null where the system does not tell. */
  memoryOf(number: number): number | null {
    const status = `/proc/${this.#childOf(number).pid}/status`
    const kilobytes = existsSync(status) ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  }

  /** The DATA_DIR of a copy. */
  folderOf(number: number): string {
    return this.#copy(number).folder
  }

  /** The newest lines of a copy's log. */
  logOf(number: number): string {
    return this.#childOf(number).output
  }

  #copy(number: number): Copy {
    const copy = this.#copies[number]
    if (!copy) throw new Error(`There is no copy ${number}.`)
    return copy
  }

  #childOf(number: number): Child {
    const { child } = this.#copy(number)
    if (!child) throw new Error(`Copy ${number} has not been started.`)
    return child
  }

  /** What the stand-in tells of itself; the caller knows its shape. */
  async fromStandin<T>(what: string): Promise<T> {
    return (await (await fetch(`${this.standinAddress}/standin/${what}`)).json()) as T
  }

  async toStandin(what: string, body?: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.standinAddress}/standin/${what}`, {
      method: 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The stand-in refused ${what}: ${await answer.text()}`)
  }

  async stop() {
    await this.#nginx?.stop()
    await Promise.all([...this.#copies.map(({ child }) => child?.stop()), this.#standin?.stop()])
    await this.#postgres?.stop()
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function sixPorts(): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < 6) ports.push(await freePort())
  return ports
}

async function seedPeople(env: Record<string, string>): Promise<void> {
  const command = [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/seed-demo.ts']
  const { code, output } = await run(command, env)
  if (code !== 0) throw new Error(`The accounts could not be added.\n${output}`)
}
