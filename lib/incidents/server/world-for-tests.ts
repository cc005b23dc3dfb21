import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { employ, personCalled } from '@/lib/commands/server/commands-for-tests'
import { type Answering, answer, done, refuse, reset, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { ServiceProblem } from '@/lib/core/problem'
import { type Engine, OwnDatabase } from '@/lib/database/engines-for-tests'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { noClaim } from '@/lib/journal/action-ids'
import type { IncidentCommand } from '../command'
import { addIncident, giveRows } from './drafts'
import { noteSubscriptions } from './facts-for-tests'
import { rowsToOpen } from './opened'
import { chunkRows } from './plan'
import { runIncidents } from './run'
import * as steps from './steps'
import { findIncident, type IncidentTableRow } from './store'

export const mia = personCalled('Mia', 'manager')
export const leo = personCalled('Leo', 'manager')

/** What is typed of a plan, but for its rows. */
export const plan = {
  command: { verb: 'autochargeOff' },
  reason: 'Charged twice',
  ticket: 'INC-207',
  rate: 5,
  unknown: 'read',
} as const

type Forgotten = 'directory_keys' | 'facts' | 'targets' | (`incident${string}` & keyof Tables)

/**
 * A database of a block's own and a service beside it. Each test begins anew, with Mia and Leo employed and these tables empty; `restart` begins
 * once more with another environment.
 */
export function ownDesk(engine: Engine, forgets: readonly Forgotten[] = [], more: Record<string, string> = {}) {
  const service = new ServiceForTests()
  let url = ''
  beforeAll(async () => {
    url = await service.start()
  })
  afterAll(() => service.stop())
  const own = new OwnDatabase(engine)
  const restart = (environment: Record<string, string>) => own.start({ SERVICE_URL: url, ...environment })
  beforeEach(async () => {
    await restart(more)
    for (const table of forgets) await own.store.deleteFrom(table).execute()
    await employ(own.store, mia, leo)
  })
  afterEach(() => void vi.useRealTimers())
  return { own, service, restart }
}

export type Subscription = { id: string; buyerId: string; autoChargeStatus: boolean; endDate: string; status: string }
/** What goes wrong with a command on a subscription. `lost-done` is carried out, and its answer is lost. */
export type Fault = 'refused' | 'other-refusal' | 'lost' | 'lost-done' | '500' | 'slow' | 'keys'
/** What goes wrong with reading a buyer. */
export type ReadFault = 'keys' | 'refused' | 'away' | 'forbidden'

const uuidOf = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The service's side: subscriptions over a real socket, as it would list and change them, with what goes wrong with some. */
export class World {
  readonly subscriptions = new Map<string, Subscription>()
  readonly faults = new Map<string, Fault>()
  /** What no list has, though it's there. */
  readonly unlisted = new Set<string>()
  /** What goes wrong with every reading. */
  reading: ReadFault | null = null
  /** Every command as it arrived, with when. */
  readonly arrived: { id: string; at: number }[] = []
  hear: (id: string) => void | Promise<void> = () => {}
  /** What somebody else does between a command and its answer. */
  meanwhile: (subscription: Subscription) => void = () => {}

  /** Each has ids of its own: what was learnt in one test is still being indexed in the next. */
  private static made = 0

  constructor(count: number, { autocharge = true, endDate = '2099-06-30T12:00:00+00:00' } = {}) {
    World.made += 1
    for (let number = World.made * 100_000 + 1; number <= World.made * 100_000 + count; number += 1) {
      const id = uuidOf(5, number)
      this.subscriptions.set(id, { id, buyerId: uuidOf(8, number), autoChargeStatus: autocharge, endDate, status: 'active' })
    }
  }

  get all(): Subscription[] {
    return [...this.subscriptions.values()]
  }

  readonly answering: Answering = async (request, response) => {
    response.setHeader('date', new Date().toUTCString()) // by the clock that a test moves on
    const [, buyer, id, command] = /buyers\/([^/]+)\/subscriptions(?:\/([^/]+)\/([^/?]+))?/.exec(request.path) ?? []
    if (request.method === 'GET') {
      if (this.reading === 'away') return reset(request, response)
      if (this.reading === 'keys') return refuseKeys(request, response)
      if (this.reading === 'refused') return refuse(request, response)
      if (this.reading === 'forbidden') return answer(response, 403, { code: '0', message: 'Forbidden', traceId: 't' })
      const data = this.all.filter(({ id, buyerId }) => buyerId === buyer && !this.unlisted.has(id)).map(shown)
      return answer(response, 200, { data, meta: { type: 'collection', total: data.length } })
    }
    const subscription = this.subscriptions.get(id ?? '')
    if (!subscription) return done(request, response)
    this.arrived.push({ id: subscription.id, at: Date.now() })
    await this.hear(subscription.id)
    const fault = this.faults.get(subscription.id)
    if (fault === 'refused') return refuse(request, response)
    if (fault === 'keys') return refuseKeys(request, response)
    if (fault === 'other-refusal')
      return answer(response, 422, { code: '3000', message: 'Subscription is disabled', traceId: 't' })
    if (fault === 'lost') return reset(request, response)
    if (fault === '500') return answer(response, 500, {})
    if (fault === 'slow') await new Promise((later) => setTimeout(later, 400))
    if (command === 'change_autocharge_status') subscription.autoChargeStatus = request.body.autochargeStatus === true
    else subscription.endDate = `${request.body.expirationDate}T00:00:00+00:00`
    if (fault === 'lost-done') return reset(request, response)
    this.meanwhile(subscription)
    answer(response, 200, { data: shown(subscription), meta: { type: 'entity' } })
  }

  /** Has the directory know them all, as they are. */
  note(store: Database): Promise<void> {
    return noteSubscriptions(store, this.all)
  }
}

const refuseKeys: Answering = (_, response) => answer(response, 401, { code: '0', message: 'Unauthorized', traceId: 't' })

const shown = (subscription: Subscription) => ({
  ...subscription,
  startDate: '2026-01-01T00:00:00+00:00',
  isManual: false,
  createdAt: '2026-01-01T00:00:00+00:00',
  statusInfo: [],
})

/** `done`, or the status and code of the problem. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (cause: unknown) => (cause instanceof ServiceProblem ? `${cause.problem.status} ${cause.problem.code}` : String(cause)),
  )

/** Moves the clock on; it goes on from there. */
export function later(ms: number): void {
  const now = Date.now() + ms
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
}

/** An incident from its draft on, a step at a time, as people take them. */
export class TestIncident {
  constructor(
    readonly store: Database,
    readonly id: string,
  ) {}

  static async draft(store: Database, command: IncidentCommand, rows: readonly string[], rate = 20): Promise<TestIncident> {
    const incident = new TestIncident(store, randomUUID())
    await addIncident(
      mia,
      { id: incident.id, merchant: 'northwind', command, reason: 'Charged twice', ticket: 'INC-207', rate },
      noClaim,
    )
    for (let chunk = 0; chunk * chunkRows < rows.length; chunk += 1) {
      const some = rows.slice(chunk * chunkRows, (chunk + 1) * chunkRows)
      const more = (chunk + 1) * chunkRows < rows.length
      await giveRows(await incident.by(mia), chunk, {
        rows: some.map((subscriptionId) => ({ subscriptionId, note: null })),
        more,
      })
    }
    return incident
  }

  async row(): Promise<IncidentTableRow> {
    const row = await findIncident(this.store, this.id)
    if (!row) throw new Error('There is no such incident')
    return row
  }

  async by(person: typeof mia): Promise<steps.Taking> {
    return { person, id: this.id, version: (await this.row()).version, claim: noClaim }
  }

  /** Works on whatever is due, as a copy's job does, until nothing is. */
  async work(): Promise<string> {
    await runIncidents(new AbortController().signal)
    return (await this.row()).state
  }

  async previewed(): Promise<this> {
    await steps.askForPreview(await this.by(mia))
    await this.work()
    return this
  }

  async approved(): Promise<this> {
    await steps.askForApproval(await this.by(mia))
    const { plan_hash } = await this.row()
    await this.opened(leo)
    await steps.decideIncident(await this.by(leo), { decision: 'approve', planHash: plan_hash ?? '' })
    return this
  }

  /** The rows drawn for somebody are opened by them. */
  async opened(person: typeof mia): Promise<this> {
    const { rows } = await rowsToOpen(this.store, await this.row(), person)
    await steps.openRows(await this.by(person), rows)
    return this
  }

  async piloted(): Promise<this> {
    await steps.startPilot(await this.by(mia))
    await this.work()
    return this
  }

  async lookedAt(): Promise<this> {
    await this.opened(mia)
    later(61_000)
    await steps.goOn(await this.by(mia))
    return this
  }

  /** Told to go on; the third time it has paused by itself, after a second person was asked again. */
  async resumed(): Promise<this> {
    if ((await this.row()).trips >= 3) await this.approved()
    await steps.resumeIncident(await this.by(mia), 'Looked at it')
    return this
  }

  async counts(): Promise<Record<string, number>> {
    const rows = await this.store
      .selectFrom('incident_rows')
      .select(({ fn }) => ['state', 'why', fn.countAll<string | number>().as('count')])
      .where('incident', '=', this.id)
      .groupBy(['state', 'why'])
      .execute()
    return Object.fromEntries(rows.map(({ state, why, count }) => [[state, why].filter(Boolean).join(' '), Number(count)]))
  }
}
