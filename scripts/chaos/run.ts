import { setTimeout as wait } from 'node:timers/promises'
import { operations } from '@/lib/operations'
import { type Database, openDatabase } from '@/lib/server/database/open'
import { verify } from '@/lib/server/journal/verify'
import { demoAccounts } from '../demo-accounts.mjs'
import { Browser } from './browser'
import { cleanSlate } from './clean-slate'
import { unseenDamage } from './damage'
import { deliveryHeader, type Evidence, receivedIn, written } from './evidence'
import { faultFrom } from './faults'
import { violations } from './judge'
import type { Options } from './options'
import { Person } from './person'
import { type End, oneIn, type Plan, planOf } from './plan'
import { Searcher, Secrets } from './secrets'
import { patience, Servers } from './servers'
import { Standin } from './standin'
import { buyers } from './targets'
import type { Told } from './told'
import { type Arrived, type Weather, Wire } from './wire'
import { type Delivery, Witness } from './witness'

type Logged = Parameters<typeof receivedIn>[0][number] & { isOpen: boolean }

/** The servers of many seeds, the people at them, and the line between dashboard and service. */
export class Run {
  readonly secrets = new Secrets()
  readonly searcher = new Searcher(this.secrets.all)
  readonly servers: Servers
  private readonly browsers = demoAccounts.filter(({ role }) => role !== 'finance').map(({ email }) => new Browser(email))
  private readonly up: (Promise<void> | null)[] = []
  private wire: Wire | undefined
  private parts: { database: Database; witness: Witness; standin: Standin } | undefined
  private ends: End[] = []
  private isBreakerOpen = false
  /** What has happened in all seeds together. */
  readonly counts = { requests: 0, deliveries: 0, answers: 0, unconfirmed: 0, ends: 0, longestStartMs: 0 }

  constructor(
    readonly options: Options,
    private readonly weather: Weather = {},
    limits: Record<string, string> = patience,
  ) {
    this.servers = new Servers(options, { secrets: this.secrets, hear: this.searcher.hear, limits })
  }

  async start(): Promise<void> {
    const { servers } = this
    await servers.startGround()
    Object.assign(process.env, { JOURNAL_KEY: this.secrets.journalKey, NEXTAUTH_SECRET: this.secrets.sessionSecret })
    const database = await openDatabase(servers.place)
    this.parts = { database, witness: new Witness(database), standin: new Standin(servers.standinAddress) }
    this.wire = new Wire(servers.standinPort, (request) => this.arrives(request), this.weather)
    await this.wire.start(servers.wirePort)
    this.searcher.plant(await this.parts.standin.personal(buyers))
    await servers.startDesks()
    this.searcher.lookAtCommandLines()
    for (const browser of this.browsers) await browser.signIn(servers.addresses[0] ?? '')
  }

  async stop(): Promise<void> {
    await Promise.all(this.browsers.map((browser) => browser.close()))
    await this.parts?.database.destroy()
    this.wire?.stop()
    await this.servers.stop()
  }

  /** Lives through a seed; resolves to the sentences that did not hold. */
  async seed(seed: number): Promise<string[]> {
    const { database, witness, standin } = this.ready
    const plan = planOf(seed, this.options)
    this.servers.starts = []
    if (this.isBreakerOpen) await this.end({ copy: 0, how: 'SIGKILL' })
    this.isBreakerOpen = false
    witness.forget()
    await standin.tell('POST', 'reset')
    await cleanSlate(database, this.servers.dataDirs)
    this.ends = [...plan.ends]
    const told: Told[] = []
    const unforeseen: string[] = []
    await this.people(plan, told, unforeseen)
    const evidence = await this.evidence(told, unforeseen)
    return [
      ...violations(evidence),
      ...(await unseenDamage(database, this.servers.emptyFolder, plan.random('damage'))),
      ...this.slowStarts(),
    ]
  }

  /** The people of a plan do their operations, while the service misbehaves as planned. */
  async people(plan: Plan, told: Told[], unforeseen: string[], mayGoOn = async () => true): Promise<void> {
    const { standin } = this.ready
    const { searcher } = this
    const choice = plan.random('buyers')
    const theirs = Array.from(
      { length: plan.buyers },
      () => buyers[Math.floor(choice() * buyers.length)] as (typeof buyers)[number],
    )
    let left = this.options.operations
    const work = Array.from({ length: plan.people }, async (_, at) => {
      const browser = this.browsers[at % this.browsers.length] as Browser
      const random = plan.random(`person ${at}`)
      const balance = plan.random(`balance ${at}`)
      const desk = () => this.deskThatIsUp(balance)
      const person = new Person(browser, random, { buyers: theirs, desk, searcher, told, unforeseen })
      while (left-- > 0 && (await mayGoOn())) {
        this.counts.requests += 1
        if (random() < plan.faultShare) await standin.tell('POST', 'faults', faultFrom(random))
        if (oneIn(random, 25)) await standin.tell('POST', 'release')
        await person.step()
      }
    })
    await Promise.all(work)
    await Promise.all(this.up)
  }

  /** Once nothing is under way any more: what everybody has seen and written. */
  async evidence(told: Told[], unforeseen: string[]): Promise<Evidence> {
    const { database, witness, standin } = this.ready
    await standin.tell('DELETE', 'faults')
    await standin.tell('POST', 'release')
    await until(async () => (await standin.requests<Logged>()).every(({ isOpen }) => !isOpen), 'The service has answered')
    const open = database.selectFrom('actions').select('action_id').where('state', '=', 'sent')
    await until(async () => (await open.execute()).length === 0, 'Every action has an outcome').catch(() => {})
    const world = await standin.world(buyers)
    const log = await standin.requests<Logged>()
    const { deliveries } = witness
    const rows = await written(database, (where, text) => this.searcher.look(where, text))
    this.count(deliveries, told)
    return {
      ...{ deliveries, told, unforeseen, world, ...rows },
      received: receivedIn(log, (name) => (operations as Record<string, { kind: string }>)[name]?.kind === 'command'),
      verdict: await verify(database, this.servers.emptyFolder),
      found: this.searcher.found.splice(0),
    }
  }

  private count(deliveries: readonly Delivery[], told: readonly Told[]): void {
    this.counts.deliveries += deliveries.length
    this.counts.answers += told.length
    this.counts.unconfirmed += told.filter(({ outcome }) => outcome === 'unconfirmed').length
    this.isBreakerOpen ||= told.some(({ code }) => code === 'breaker_open')
  }

  private async arrives(request: Arrived): Promise<string | null> {
    const delivery = await this.ready.witness.see(request)
    if (delivery === null) return ''
    const at = this.ends.findIndex(({ atDelivery }) => atDelivery <= delivery.number)
    const [end] = at === -1 ? [] : this.ends.splice(at, 1)
    if (end) void wait(end.when === 'swallowed' ? 0 : end.afterMs).then(() => this.end(end))
    return end?.when === 'swallowed' ? null : `${deliveryHeader}: ${delivery.number}\r\n`
  }

  /** Ends a copy and starts it again. While it is down nobody is sent to it. */
  private async end({ copy, how }: Pick<End, 'copy' | 'how'>): Promise<void> {
    if (this.up[copy]) return
    this.counts.ends += 1
    this.up[copy] = this.servers.end(copy, how).then(() => this.servers.startDesk(copy))
    await this.up[copy]
    this.up[copy] = null
  }

  private async deskThatIsUp(random: () => number): Promise<string> {
    const { addresses } = this.servers
    for (;;) {
      const there = addresses.filter((_, copy) => !this.up[copy])
      if (there.length > 0) return there[Math.floor(random() * there.length)] ?? ''
      await Promise.race(this.up)
    }
  }

  private slowStarts(): string[] {
    const starts = this.servers.starts.splice(0)
    this.counts.longestStartMs = Math.max(this.counts.longestStartMs, ...starts.map(({ ms }) => ms))
    return starts
      .filter(({ ms, most }) => ms > most)
      .map(
        ({ ms, most }) => `Healthy within 5 s of a restart: it took ${Math.round(ms)} ms, and ${Math.round(most)} would do now`,
      )
  }

  private get ready() {
    if (!this.parts) throw new Error('The run has not been started.')
    return this.parts
  }
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 20_000; !(await holds()); await wait(10))
    if (performance.now() > end) throw new Error(`${what}: not within 20 s.`)
}
