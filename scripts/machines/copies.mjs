import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child, dashboard, run } from '../child.mjs'
import { freePort } from '../ports.mjs'
import { startPostgres } from '../postgres.mjs'
import { startNginx } from './nginx.mjs'

/** Two copies of the dashboard, which has been built before, on one PostgreSQL server behind nginx, in front of a stand-in of the service. */
export class Copies {
  #folder = mkdtempSync(join(tmpdir(), 'counterfoil-copies-'))
  #more
  #standin
  #postgres
  #nginx
  /** @type {{ port: number, child: Child, env: Record<string, string> }[]} */
  #copies = []

  address = ''
  certificate = ''
  standinAddress = ''
  databaseUrl = ''
  secret = 'a secret of two copies that is long enough'

  /** @param {Record<string, string>} [more] environment beside the usual one */
  constructor(more = {}) {
    this.#more = more
  }

  async start() {
    const [standinPort, port, plainPort, startedPort, ...ports] = [...(await sixPorts())]
    this.standinAddress = `http://127.0.0.1:${standinPort}`
    this.#standin = new Child([process.execPath, '--import', 'tsx', 'standin/main.ts'], {
      env: { STANDIN_PORT: String(standinPort) },
    })
    const [postgres, nginx] = await Promise.all([
      startPostgres(),
      startNginx({ port, plainPort, startedPort, copies: ports }),
      this.#standin.answers(`${this.standinAddress}/standin/health`),
    ])
    this.#postgres = postgres
    this.#nginx = nginx
    this.databaseUrl = postgres.url
    this.address = nginx.address
    this.certificate = nginx.certificate
    const env = await this.#environment()
    await seedAccounts(env)
    this.#copies = ports.map((each, number) => ({
      port: each,
      env: { ...env, DATA_DIR: join(this.#folder, String(number)) },
      child: undefined,
    }))
    await Promise.all(this.#copies.map((_, number) => this.startCopy(number)))
  }

  async #environment() {
    return {
      ...{ NODE_ENV: 'production', MERCHANTS_FILE: '', METRICS_TOKEN: '', RETURN_URL_HOSTS: '', LOG_LEVEL: 'info' },
      ...{ SERVICE_URL: this.standinAddress, MERCHANTS: JSON.stringify(await this.fromStandin('accounts')) },
      ...{ DATABASE_URL: this.databaseUrl, DATA_DIR: this.#folder, NEXTAUTH_URL: this.address },
      ...{ NEXTAUTH_SECRET: this.secret, TRUSTED_PROXIES: '127.0.0.1' },
      ...this.#more,
    }
  }

  /** The address of one copy itself, without the balancer. */
  addressOf(number) {
    return `http://127.0.0.1:${this.#copies[number].port}`
  }

  /** Starts a copy that is not running, with more environment if need be, and waits until it is ready. */
  async startCopy(number, more = {}) {
    const copy = this.#copies[number]
    copy.child = new Child(dashboard(copy.port), {
      env: { ...copy.env, ...more },
      keep: 20_000,
    })
    await copy.child.answers(`${this.addressOf(number)}/api/desk/health/ready`)
  }

  /** Sends a signal to a copy. Resolves with its exit code once it has ended. */
  async end(number, signal) {
    const { child } = this.#copies[number]
    child.kill(signal)
    return child.ended
  }

  /** Megabytes of memory that a copy takes now; null where the system does not tell. */
  memoryOf(number) {
    const status = `/proc/${this.#copies[number].child.pid}/status`
    const kilobytes = existsSync(status) ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  }

  /** The DATA_DIR of a copy. */
  folderOf(number) {
    return this.#copies[number].env.DATA_DIR
  }

  /** The newest lines of a copy's log. */
  logOf(number) {
    return this.#copies[number].child.output
  }

  async fromStandin(what) {
    return (await fetch(`${this.standinAddress}/standin/${what}`)).json()
  }

  async toStandin(what, body) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.standinAddress}/standin/${what}`, {
      method: 'POST',
      headers,
      body: body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The stand-in refused ${what}: ${await answer.text()}`)
  }

  async stop() {
    await this.#nginx?.stop()
    await Promise.all([...this.#copies.map(({ child }) => child?.stop()), this.#standin?.stop()])
    await this.#postgres?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function sixPorts() {
  const ports = new Set()
  while (ports.size < 6) ports.add(await freePort())
  return ports
}

async function seedAccounts(env) {
  const command = [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/seed-demo.ts']
  const { code, output } = await run(command, env)
  if (code !== 0) throw new Error(`The accounts could not be added.\n${output}`)
}
