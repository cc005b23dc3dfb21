import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dayMs } from '@/lib/core/dates'
import { type Database, openDatabase } from '@/lib/database/open'
import { Actor, type Role, type Setting } from './actor'
import { Between } from './between'
import { Browser } from './browser'
import { cleanSlate, renewSessions, withoutMemory } from './clean-slate'
import { Coverage } from './coverage'
import { damagesOf, unseenDamage, type Verified } from './damage'
import { type Evidence, type Logged, quiet, receivedIn, written } from './evidence'
import { explained } from './judge'
import type { Options } from './options'
import { type End, type Plan, planOf } from './plan'
import type { ReportedOutcome } from './reported-outcome'
import { scenesOf } from './scenes/all'
import type { Company } from './scenes/company'
import { Searcher, Secrets } from './secrets'
import { allMoved, leaver, patience, Servers } from './servers'
import { Standin } from './standin'
import { buyers } from './targets'
import { untrueFacts, untrueRepeats } from './told-again'
import { onceWritten } from './truths'
import { type Weather, Wire } from './wire'
import { type Delivery, Witness } from './witness'
import { type Browsers, bursts, buyersOf, drills, people, play } from './work'

type Parts = { database: Database; witness: Witness; standin: Standin; between: Between; charges: Map<string, string> }

/** The servers of many seeds, the people at them, and the line between dashboard and service. */
export class Run {
  readonly secrets = new Secrets()
  readonly searcher = new Searcher(this.secrets.all)
  readonly servers: Servers
  readonly coverage = new Coverage()
  private readonly browsers: Browsers
  private readonly up: (Promise<void> | null)[] = []
  private wire: Wire | undefined
  private parts: Parts | undefined
  private isBreakerOpen = false
  private ahead = 0
  /** Why a copy did not come up again. */
  private notUp: Error | null = null
  /** What has happened in all seeds together. */
  readonly counts = { requests: 0, deliveries: 0, answers: 0, unconfirmed: 0, ends: 0, longestStartMs: 0 }

  constructor(
    readonly options: Options,
    private readonly weather: Weather = {},
    limits: Record<string, string> = patience,
  ) {
    this.servers = new Servers(options, { secrets: this.secrets, hear: this.searcher.hear, limits })
    const of = (name: string) => new Browser(`${name}@demo.test`)
    const staff = { agent: of('agent'), second: of('second.agent'), finance: of('finance'), manager: of('manager') }
    this.browsers = { ...staff, admin: of('admin'), leaver: new Browser(leaver.email) }
  }

  async start(): Promise<void> {
    const { servers } = this
    await servers.startGround()
    Object.assign(process.env, { JOURNAL_KEY: this.secrets.journalKey, NEXTAUTH_SECRET: this.secrets.sessionSecret })
    const database = await openDatabase(servers.place)
    const standin = new Standin(servers.standinAddress)
    const witness = new Witness(database, () => this.ahead)
    const between = new Between({ witness, standin }, (end) => this.endLater(end))
    this.parts = { database, witness, standin, between, charges: await standin.received(buyers) }
    this.wire = new Wire(servers.standinPort, (request) => between.arrives(request), this.weather)
    await this.wire.start(servers.wirePort)
    this.searcher.plant(await standin.personal(buyers))
    await servers.startDashboards()
    this.searcher.lookAtCommandLines()
    for (const browser of Object.values(this.browsers)) await browser.signIn(servers.addresses[0] ?? '')
  }

  /** Turns another planted fault on, or none. */
  async plant(name: string): Promise<void> {
    const { planted } = this.options
    if (planted) planted.name = name
    await this.restart()
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.browsers).map((browser) => browser.close()))
    await this.parts?.database.destroy()
    this.wire?.stop()
    await this.servers.stop()
  }

  /** Lives through a seed; resolves to the sentences that did not hold. */
  async seed(seed: number): Promise<string[]> {
    const { database, witness, standin, between } = this.ready
    const plan = planOf(seed, this.options)
    this.servers.takeStarts()
    if (this.isBreakerOpen || this.notUp) await this.restart()
    this.isBreakerOpen = false
    this.notUp = null
    witness.forget()
    await standin.tell('POST', 'reset')
    await cleanSlate(database, this.servers.dataDirs)
    // A copy rightly refuses a journal that is shorter than the one it knows. A lone one sees it empty before it writes; of two, one doesn't.
    if (this.options.copies > 1) await this.restart()
    between.begin(plan.ends)
    const setting = this.setting(plan)
    await this.work(plan, setting)
    await Promise.all(this.up)
    if (this.notUp) throw this.notUp
    const evidence = await this.evidence(setting)
    this.coverage.note(evidence)
    return [...explained(evidence), ...(await this.damage(plan)), ...this.starts()]
  }

  /** What people stand in during a seed. */
  setting(plan: Plan): Setting {
    const { database, between } = this.ready
    const balance = plan.random('balance')
    return {
      ...{ buyers: buyersOf(plan).shared, dashboard: () => this.liveDashboard(balance), searcher: this.searcher, hand: database },
      ...{ reported: [], given: new Map(), unforeseen: [], broken: [], ahead: () => this.ahead },
      trouble: (operation, target, trouble) => between.trouble(operation, target, trouble),
    }
  }

  /** The people of a plan at their own work. */
  people(plan: Plan, setting: Setting, mayGoOn = async () => true): Promise<void> {
    const counted = async () => {
      this.counts.requests += 1
      return mayGoOn()
    }
    const given = { plan, setting, standin: this.ready.standin, browsers: this.browsers }
    return people({ ...given, operations: this.options.operations, mayGoOn: counted })
  }

  private async work(plan: Plan, setting: Setting): Promise<void> {
    const [{ alone }, { between, standin }] = [buyersOf(plan), this.ready]
    const scenes = scenesOf(plan.seed, plan.scenes, this.options, this.servers.dataDirs[0] ?? '')
    await Promise.all([
      this.people(plan, setting),
      play(scenes, this.company(plan, setting), alone),
      drills({ plan, setting, standin, browsers: this.browsers }, alone),
    ])
    const cut = () => this.restart(plan.burst === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL')
    await bursts(plan, setting, { browsers: this.browsers, cut, between })
  }

  private company(plan: Plan, setting: Setting): Omit<Company, 'buyer'> {
    const { standin } = this.ready
    const random = plan.random('scenes')
    const actor = (name: keyof Browsers, role: Role) =>
      new Actor(this.browsers[name], role, plan.random(`scene ${name}`), setting)
    const readsOf = async (path: string) => (await standin.requests<Logged>()).filter((each) => each.path === path).length
    return {
      ...{ agent: actor('agent', 'agent'), second: actor('second', 'agent'), leaver: actor('leaver', 'agent') },
      ...{ finance: actor('finance', 'finance'), manager: actor('manager', 'manager'), admin: actor('admin', 'admin') },
      ...{ random, readsOf, elsewhere: standin.elsewhere, restart: () => this.restart(), clock: (before) => this.clock(before) },
    }
  }

  /** Once nothing is under way any more: what everybody has seen and written. */
  async evidence({ reported, given, unforeseen, broken }: Setting): Promise<Evidence> {
    const { database, witness, standin, charges } = this.ready
    await quiet(database, standin)
    const [world, { deliveries, mixed }] = [await standin.world(buyers), witness]
    const received = receivedIn(await standin.requests<Logged>())
    const read = () => written(database, (where, text) => this.searcher.look(where, text))
    const rows = await onceWritten(read, { deliveries, received })
    this.count(deliveries, reported)
    const said = { deliveries, world, ...rows }
    broken.push(...(await untrueFacts(database, said)))
    broken.push(...(await untrueRepeats(given, said, await this.liveDashboard(() => 0))))
    const { whole, output } = await this.verified()
    return {
      ...{ deliveries, mixed, received, reported, broken, world: standin.ours(world), charges, ...rows },
      unforeseen: [...unforeseen, ...this.servers.takeErrors(unforeseen)],
      ...{ verdict: whole ? '' : output, found: this.searcher.found.splice(0) },
    }
  }

  /** What the dashboard itself says of its journal. */
  private verified: Verified = async () => {
    await renewSessions(this.ready.database) // a request under way may have used one by the earlier clock
    const address = await this.liveDashboard(() => 0)
    const answer = await this.browsers.admin.ask(address, 'GET', '/api/desk/journal/verify')
    const verdict = await withoutMemory(JSON.parse(answer.text), this.ready.database, this.servers.dataDirs[0] ?? '')
    return { output: JSON.stringify(verdict), rows: [], ...verdict }
  }

  private damage(plan: Plan): Promise<string[]> {
    return unseenDamage(this.ready.database, damagesOf(plan), plan.random('damage'), this.verified)
  }

  private count(deliveries: readonly Delivery[], reported: readonly ReportedOutcome[]): void {
    this.counts.deliveries += deliveries.length
    this.counts.answers += reported.length
    this.counts.unconfirmed += reported.filter(({ outcome }) => outcome === 'unconfirmed').length
    this.isBreakerOpen ||= reported.some(({ code }) => code === 'breaker_open')
  }

  private endLater(end: End): void {
    void wait(end.when === 'swallowed' ? 0 : end.afterMs)
      .then(() => this.end(end))
      .catch((cause: Error) => {
        this.notUp = cause
      })
  }

  /** Ends a copy and starts it again. While it is down nobody is sent to it. */
  private async end({ copy, how }: Pick<End, 'copy' | 'how'>): Promise<void> {
    if (this.up[copy]) return this.up[copy]
    this.counts.ends += 1
    this.ready.between.cut(how)
    this.up[copy] = this.servers.end(copy, how).then(() => {
      this.ready.between.cut(how) // what left the copy between the signal and its end
      return this.servers.startDashboard(copy)
    })
    await this.up[copy].finally(() => {
      this.up[copy] = null
    })
  }

  private restart = async (how: End['how'] = 'SIGKILL') =>
    void (await Promise.all(this.servers.addresses.map((_, copy) => this.end({ copy, how }))))

  /** Moves the clock of dashboard and service back to shortly before the last midnight: nothing runs out meanwhile. */
  private async clock(beforeMidnightMs?: number): Promise<void> {
    this.ahead = beforeMidnightMs === undefined ? 0 : -(Date.now() % dayMs) - beforeMidnightMs
    writeFileSync(this.servers.clockFile, String(this.ahead))
    const renew = () => renewSessions(this.ready.database)
    await allMoved({ servers: this.servers, live: this.live, ahead: this.ahead, manager: this.browsers.manager, renew })
  }

  private get live() {
    return this.servers.addresses.filter((_, copy) => !this.up[copy])
  }

  private async liveDashboard(random: () => number): Promise<string> {
    while (this.live.length === 0) await Promise.race(this.up)
    return this.live[Math.floor(random() * this.live.length)] ?? ''
  }

  private starts(): string[] {
    const starts = this.servers.takeStarts()
    this.counts.longestStartMs = Math.max(this.counts.longestStartMs, starts.longestMs)
    return starts.slow
  }

  private get ready(): Parts {
    if (!this.parts) throw new Error('The run hasn’t been started.')
    return this.parts
  }
}
