// @ts-check
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child, dashboard, run } from './child.mjs'

/** What stands in a person's own environment or .env must not change a demo. */
const standard = {
  NODE_ENV: 'production',
  MERCHANTS_FILE: '',
  DATABASE_URL: '',
  METRICS_TOKEN: '',
  RETURN_URL_HOSTS: '',
  HOOK_HOSTS: '',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  LOCAL_ACCOUNTS: '',
  SIGNED_ACTS: '',
  REFUND_SIGN_OVER: '',
  LOG_LEVEL: '',
}

/** The stand-in service and the dashboard in front of it, on 127.0.0.1. The dashboard has been built before. */
export class DemoServers {
  #options
  /** @type {Child | undefined} */
  #standin
  /** @type {Child | undefined} */
  #dashboard
  /** @type {Record<string, string>} */
  #environment = {}

  /** @param {{ port: number, standinPort: number, dataDir: string, renewalDelayMs?: number, hear?: (text: string) => void, environment?: Record<string, string>, events?: boolean }} options */
  constructor(options) {
    this.#options = options
    this.address = `http://127.0.0.1:${options.port}`
    this.standinAddress = `http://127.0.0.1:${options.standinPort}`
  }

  /** Starts both, with the demo's accounts in the database. Throws with what was said where one of them does not come up. */
  async start() {
    const { dataDir, standinPort, renewalDelayMs = 5_000, events = false } = this.#options
    mkdirSync(dataDir, { recursive: true })
    const env = {
      STANDIN_PORT: String(standinPort),
      STANDIN_RENEWAL_DELAY_MS: String(renewalDelayMs),
      STANDIN_EVENTS_PER_MINUTE: events ? process.env.STANDIN_EVENTS_PER_MINUTE || '6' : '0',
    }
    const standin = new Child([process.execPath, '--import', 'tsx', 'standin/main.ts'], { env })
    this.#standin = standin
    await Promise.all([standin.answers(`${this.standinAddress}/standin/health`), seed(dataDir, events)])
    this.#environment = {
      ...standard,
      SERVICE_URL: this.standinAddress,
      SERVICE_IS_STANDIN: 'on',
      AGENTS: 'on',
      MERCHANTS: JSON.stringify(await this.fromStandin('accounts')),
      DATA_DIR: dataDir,
      NEXTAUTH_URL: this.address,
      NEXTAUTH_SECRET: secretIn(dataDir),
      ...this.#options.environment,
    }
    await this.#startDashboard()
    if (!events) return
    const address = `${this.address}/api/events/northwind/${readFileSync(eventsFile(dataDir), 'utf8')}`
    await this.toStandin('events', { account: 'northwind', address })
  }

  async #startDashboard() {
    const { port, hear } = this.#options
    this.#dashboard = new Child(dashboard(port), { env: this.#environment, ...(hear && { hear }) })
    await this.#dashboard.answers(`${this.address}/api/desk/health/ready`)
  }

  /** Starts the dashboard anew, so that what it remembers of the service's bad moments is gone. Its database stays. */
  async restartDashboard() {
    await this.#dashboard?.stop()
    await this.#startDashboard()
  }

  /** Ends the dashboard in the middle of whatever it does, as a power cut would, and starts it anew on the same database. */
  async killDashboard() {
    this.#dashboard?.kill('SIGKILL')
    await this.#dashboard?.ended
    await this.#startDashboard()
  }

  /**
   * What the stand-in tells beside the service's own operations, such as its accounts and stories.
   * @param {string} what
   * @returns {Promise<any>}
   */
  async fromStandin(what) {
    return (await fetch(`${this.standinAddress}/standin/${what}`)).json()
  }

  /**
   * Asks the stand-in for something beside the service's own operations, such as a fault or a reset.
   * @param {string} what
   * @param {unknown} [body]
   */
  async toStandin(what, body) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.standinAddress}/standin/${what}`, {
      method: 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The stand-in refused ${what}: ${await answer.text()}`)
  }

  /** The token of the demo’s machine, which reads and proposes for the demo’s agent. */
  machineToken() {
    return readFileSync(tokenFile(this.#options.dataDir), 'utf8')
  }

  /** Resolves with a sentence once one of the two has ended. */
  broken() {
    return Promise.race([
      this.#standin?.ended.then(() => `The stand-in service ended.\n${this.#standin?.output}`),
      this.#dashboard?.ended.then(() => `The dashboard ended.\n${this.#dashboard?.output}`),
    ])
  }

  async stop() {
    await Promise.all([this.#dashboard?.stop(), this.#standin?.stop()])
  }
}

/**
 * The demo's accounts, and with events an address for them and a machine's token, whose secrets stay in files, as each is shown only once.
 * @param {string} dataDir
 * @param {boolean} events
 */
async function seed(dataDir, events) {
  const command = [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/seed-demo.ts']
  const { code, output } = await run(events ? [...command, eventsFile(dataDir), tokenFile(dataDir)] : command, {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    NEXTAUTH_SECRET: secretIn(dataDir),
  })
  if (code !== 0) throw new Error(`Couldn’t add the demo accounts.\n${output}`)
}

/** @param {string} dataDir */
const eventsFile = (dataDir) => join(dataDir, 'events-secret')

/** @param {string} dataDir */
const tokenFile = (dataDir) => join(dataDir, 'machine-token')

/**
 * The sign-in secret of a demo, made once, so that people stay signed in over a restart.
 * @param {string} dataDir
 */
function secretIn(dataDir) {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
