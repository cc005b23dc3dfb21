import 'server-only'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inZone, serviceTime } from '@/lib/core/dates'
import { masked } from '@/lib/core/masking'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { usedLast } from '@/lib/core/used-last'
import { recordNewValues } from '@/lib/knowledge/server/remember'
import { getChargeHistory } from '@/lib/operations/queries'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { log } from '@/lib/platform/log'
import { storageEnv } from '@/lib/platform/storage-env'
import type { ReadingProgress } from '../charge-answers'
import { doubtsOf } from '../doubts'
import { FacetCount } from '../facets'
import { isOfMoney, type LedgerColumn } from '../ledger'
import { moneyFilterOf } from '../money-pieces'
import { digestOf } from '../order-digest'
import { type ChargeFilter, noFilter } from '../order-filter'
import { ColumnKeys } from './column-keys'
import { FilterView } from './filter-view'
import { type DoubtCounted, type FoundDoubt, FoundDoubts, SharedCards } from './found-doubts'
import { GrowableArray } from './growable-array'
import { NewestPayer } from './newest-payer'
import type { BuyerOf } from './order-source'
import { type Placed, readOrders } from './read-orders'
import { Spool } from './spool'

const maxBytes = 512 * 1024 * 1024
const maxViews = 6
const maxSorted = 2
/** How long a reading that nobody follows as it grows goes on without anybody asking for what there is of it. */
const lingerMs = 15_000

/**
 * A buyer's whole charge history as it is read once for a session: orders masked, on disk, in the order they came; in memory only where
 * each belongs. It reads on while somebody waits for it, and gives up when the last has left.
 */
export class HistoryReader {
  readonly id = randomUUID()
  readonly orders: Spool
  readonly digests: Spool
  readonly times = new GrowableArray()
  readonly places = new GrowableArray()
  readonly facets = new FacetCount()
  state: ReadingProgress['state'] | 'left' = 'reading'
  lastUsed = Date.now()
  isClosed = false
  private readonly asOf = Date.now()
  private readonly stopping = new AbortController()
  private readonly ids = new Set<string>()
  private readonly found = new FoundDoubts()
  private readonly payer = new NewestPayer()
  private readonly sharedCards: SharedCards
  private readonly views = new Map<string, FilterView>()
  private readonly keys = new Map<string, ColumnKeys>()
  private readonly today: string
  private watchers = 0
  private total: number | null = null
  private unreadable = 0
  private firstDay = ''
  private lastDay = ''
  private shifts = 0
  private problem: ReadingProgress['problem'] = null
  private wakeUps: (() => void)[] = []
  private unwatched: () => void = () => undefined
  private ended: Promise<void> = Promise.resolve()

  private constructor(
    private readonly about: BuyerOf,
    spools: { orders: Spool; digests: Spool },
    /** Readings whose answers this one may give: earlier ones, and those of another copy of the dashboard. */
    readonly standsInFor: ReadonlySet<string>,
    private readonly lingers: boolean,
  ) {
    this.sharedCards = new SharedCards({ merchant: about.merchant.code, buyerId: about.buyerId })
    this.orders = spools.orders
    this.digests = spools.digests
    this.today = inZone(Date.now(), about.merchant.timeZone).day
  }

  /** `ids`: readings it stands in for; `follows`: the page follows another copy's, so that here only single requests come. */
  static async begin(about: BuyerOf, { ids, follows }: { ids: ReadonlySet<string>; follows: boolean }): Promise<HistoryReader> {
    const folder = join(storageEnv().DATA_DIR, 'histories')
    const spools = { orders: await Spool.open(folder), digests: await Spool.open(folder) }
    const reading = new HistoryReader(about, spools, ids, follows)
    reading.ended = reading.run()
    return reading
  }

  get count(): number {
    return this.times.length
  }

  get bytes(): number {
    return this.orders.bytes + this.digests.bytes
  }

  get isWatched(): boolean {
    return this.watchers > 0
  }

  /** Somebody waits for it until the signal says they have left, or what is returned is called. */
  watch(signal: AbortSignal): () => void {
    this.watchers += 1
    const release = () => {
      signal.removeEventListener('abort', release)
      if (isGone) return
      isGone = true
      this.watchers -= 1
      this.lastUsed = Date.now()
      if (this.watchers > 0) return
      if (this.lingers && !this.isClosed) setTimeout(() => this.isWatched || this.stop(), lingerMs).unref()
      else this.stop()
      this.unwatched()
    }
    let isGone = false
    if (signal.aborted) release()
    else signal.addEventListener('abort', release)
    return release
  }

  progress(): ReadingProgress {
    const { id, count: read, total, unreadable, shifts, asOf, problem } = this
    return { id, state: this.state === 'left' ? 'failed' : this.state, read, total, unreadable, shifts, asOf, problem }
  }

  doubts(): DoubtCounted[] {
    return this.found.list()
  }

  /** Resolves when so many orders are there, or nothing more will come. */
  async reaches(count: number): Promise<void> {
    while (this.state === 'reading' && this.count < count) await this.change()
  }

  /** Resolves with the next order that is read, or the end. */
  change(): Promise<void> {
    if (this.state !== 'reading') return Promise.resolve()
    return new Promise((resolve) => this.wakeUps.push(resolve))
  }

  /** The orders that pass a filter; brought up to what is read when it is asked. */
  view(filter: ChargeFilter): FilterView {
    return usedLast(this.views, JSON.stringify(filter), maxViews, () => new FilterView(this, filter))
  }

  /** What the orders are sorted by in a column under a filter; brought up to what is read when it is asked. */
  keysOf(column: LedgerColumn, filter: ChargeFilter): ColumnKeys {
    const money = moneyFilterOf(isOfMoney(column) ? filter : noFilter)
    return usedLast(this.keys, JSON.stringify([column, money]), maxSorted, () => new ColumnKeys(this, column, money))
  }

  /** The first and the last day of what is read, as day keys; null where no order has a readable time. */
  days(): { first: string; last: string } | null {
    return this.firstDay === '' ? null : { first: this.firstDay, last: this.lastDay }
  }

  /** Gives up the read, where it is under way, and what is kept of it, once nobody is being answered from it any more. */
  async close(): Promise<void> {
    this.isClosed = true
    this.stop()
    if (this.isWatched) await new Promise<void>((resolve) => (this.unwatched = resolve))
    await this.ended
    await Promise.all([this.orders.close(), this.digests.close()])
  }

  private stop(): void {
    if (this.state !== 'reading') return
    this.state = 'left'
    this.stopping.abort()
    this.wake()
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping
    try {
      const pages = readOrders(this.about, { order: 'newest-first', unsorted: true, unmasked: true, signal })
      for await (const { orders, progress } of pages) {
        this.total = progress.total
        for (const placed of orders) await this.take(placed)
      }
      if (!signal.aborted) this.state = 'done'
    } catch (cause) {
      if (!signal.aborted) this.fail(cause)
      this.stopping.abort() // of a read that could not be kept, the rest is not read
    }
    this.ids.clear()
    this.wake()
    await this.payer.keep(this.about)
  }

  private fail(cause: unknown): void {
    if (!(cause instanceof ServiceProblem)) log.error({ err: cause }, 'history_not_read')
    this.state = 'failed'
    this.problem =
      cause instanceof ServiceProblem
        ? cause.problem
        : problem('unavailable', 'We couldn’t store the charge history while loading it. Ask an admin to check the log.', {
            code: 'internal',
          }).problem
  }

  /** One order, as it came: masked, put aside, and its place noted. */
  private async take({ order, place }: Placed): Promise<void> {
    if (order.orderId !== null && this.ids.has(order.orderId)) return // the history grew while it was read
    if (order.orderId !== null) this.ids.add(order.orderId)
    if (this.bytes > maxBytes)
      throw problem('unavailable', `The charge history is larger than ${maxBytes / 1024 / 1024} MiB, so we stopped loading it.`, {
        code: 'history_too_large',
      })
    recordNewValues(getChargeHistory, order)
    this.payer.take(order)
    const doubts: FoundDoubt[] = [
      ...('unreadable' in order ? [] : doubtsOf(order, this.today)),
      ...(await this.sharedCards.doubtsOf(order)),
    ]
    for (const doubt of doubts) this.found.add(doubt, order.orderId ?? '')
    const shown = masked(order)
    const digest = digestOf(shown, doubts)
    this.facets.add(digest)
    if ('unreadable' in order) this.unreadable += 1
    await this.orders.append(`${JSON.stringify(shown)},`)
    await this.digests.append(`${JSON.stringify(digest)},`)
    this.note(order, place)
    this.wake()
  }

  /** An order without a readable time stays with the one that came before it. */
  private note(order: OrderOrUnreadable, place: number): void {
    const time = 'unreadable' in order ? null : serviceTime(order.createdAt)
    const before = this.times.length === 0 ? 0 : this.times.at(this.times.length - 1)
    if (time && (this.firstDay === '' || time.day < this.firstDay)) this.firstDay = time.day
    if (time && time.day > this.lastDay) this.lastDay = time.day
    const now = time ? Number(`${time.day}${time.time}`.replace(/\D/g, '')) : before
    if (this.times.length > 0 && now > before) this.shifts += 1
    this.places.push(place)
    this.times.push(now)
  }

  private wake(): void {
    const waiting = this.wakeUps
    this.wakeUps = []
    for (const resolve of waiting) resolve()
  }
}
