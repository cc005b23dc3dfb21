import 'server-only'
import { getChargeHistory } from '@/lib/operations'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import type { Person } from '../auth/sessions'
import { callFor, sending } from '../call'
import { env } from '../env'
import type { Merchant } from '../merchants'
import { Pace } from '../pace'
import { askForOrders, Unread } from '../service/ask-for-orders'
import { problemOf, ServiceFailure } from '../service/failure'
import { repeated } from '../service/repeat'
import { type Direction, directionOf } from './direction'

type About = { person: Person; merchant: Merchant; buyerId: string; left: AbortSignal }

/** Where an order belongs among the others of the list: of one second, the one with the lesser place is the newer. */
export type Placed = { order: OrderOrGap; place: number }

/** Takes orders as they are read. `total` is what the service says there are, null where it does not tell. */
export type Sink = { onTotal: (total: number | null) => void; onOrder: (placed: Placed) => void | Promise<void> }

type Window = { offset: number; limit: number }

const firstPiece = 25
const laterPiece = 200

/**
 * Reads the whole charge history of a buyer, the newest orders first where the service pages. Neither the order in which it lists nor that
 * it keeps to the limit is documented (service-facts 2.13): an answer that goes on beyond its limit is read to its end as it comes, in the
 * service's own order. An order may come twice where the history grows meanwhile. Throws a ServiceProblem.
 */
export async function readHistory(about: About, sink: Sink): Promise<void> {
  try {
    const call = await callFor(getChargeHistory, { ...about, params: { buyerId: about.buyerId } })
    await new HistoryRead(sending(call), about.left, sink).run()
  } catch (cause) {
    throw cause instanceof ServiceFailure ? problemOf(getChargeHistory, cause) : cause
  }
}

class HistoryRead {
  constructor(
    private readonly request: ReturnType<typeof sending>,
    private readonly left: AbortSignal,
    private readonly sink: Sink,
  ) {}

  async run(): Promise<void> {
    const first = await this.beginning()
    this.sink.onTotal(first.total)
    const isLong = first.total !== null && first.total > first.count
    if (isLong && first.direction === 'older-first') await this.fromTheEnd(first.count, first.total ?? 0)
    if (first.held.length > 0) await this.emit(first.held, 0, first.direction)
    if (isLong && first.direction === 'newer-first') await this.onwards(first.count, first.direction)
    if (first.total === null && !first.wentOn && first.count >= firstPiece) await this.onwards(first.count, first.direction)
  }

  /** The first window; its orders are held, so that newer ones may go before them, unless the answer goes on beyond the limit. */
  private async beginning() {
    let held: OrderOrGap[] = []
    let count = 0
    let wentOn = false
    const meta = await this.patiently(async (deadlineMs) => {
      held = []
      count = 0
      const onOrder = async (order: Unread) => {
        count += 1
        if (wentOn) return this.emitOne(order.read(), count - 1, directionOf(held))
        held.push(order.read())
        if (held.length <= firstPiece) return
        wentOn = true
        await this.emit(held, 0, directionOf(held))
      }
      return this.asked({ offset: 0, limit: firstPiece }, deadlineMs, onOrder).catch((cause: unknown) => {
        // What has been handed on cannot be asked for again.
        throw wentOn && cause instanceof ServiceFailure ? problemOf(getChargeHistory, cause) : cause
      })
    })
    const total = meta.total === null && wentOn ? count : meta.total
    return { total, count, wentOn, direction: directionOf(held), held: wentOn ? [] : held }
  }

  /** The orders after the first of them, from the newest end of the list. What is added to it meanwhile comes last. */
  private async fromTheEnd(first: number, told: number): Promise<void> {
    let known = told
    for (let end = told; end > first; ) {
      const offset = Math.max(first, end - laterPiece)
      const { orders, total: now } = await this.window({ offset, limit: end - offset })
      await this.emit(orders, offset, 'older-first')
      known = Math.max(known, now ?? 0)
      end = offset
    }
    if (known === told) return
    const { orders } = await this.window({ offset: told, limit: known - told })
    this.sink.onTotal(known)
    await this.emit(orders, told, 'older-first')
  }

  private async onwards(first: number, direction: Direction): Promise<void> {
    for (let offset = first; ; ) {
      const { orders, total } = await this.window({ offset, limit: laterPiece })
      await this.emit(orders, offset, direction)
      if (total !== null) this.sink.onTotal(total)
      offset += orders.length
      if (orders.length === 0 || (total === null ? orders.length < laterPiece : offset >= total)) return
    }
  }

  /**
   * A window whole: a service that gives fewer orders at a time than it is asked for is asked for the rest. Its orders are read when they
   * are handed on: objects that wait for that long are tidied away with the old ones, which holds everybody up.
   */
  private async window({ offset, limit }: Window): Promise<{ orders: Unread[]; total: number | null }> {
    const orders: Unread[] = []
    for (;;) {
      const asked = { offset: offset + orders.length, limit: limit - orders.length }
      let piece: Unread[] = []
      const { total } = await this.patiently(async (deadlineMs) => {
        piece = []
        return this.asked(asked, deadlineMs, (order) => {
          if (piece.length === asked.limit) return
          order.check()
          piece.push(order)
        })
      })
      orders.push(...piece)
      if (piece.length === 0 || orders.length >= limit || total === null || offset + orders.length >= total)
        return { orders, total }
    }
  }

  private patiently<T>(attempt: (deadlineMs: number) => Promise<T>): Promise<T> {
    return repeated(env().SERVICE_READ_TIMEOUT_MS, attempt, this.left)
  }

  private asked(search: Window, deadlineMs: number, onOrder: (order: Unread) => void | Promise<void>) {
    return askForOrders({ ...this.request, search }, { deadlineMs, left: this.left, onOrder })
  }

  private async emit(orders: readonly (Unread | OrderOrGap)[], offset: number, direction: Direction): Promise<void> {
    const places = orders.map((_, at) => at)
    const pace = new Pace()
    for (const at of direction === 'older-first' ? places.reverse() : places) {
      const order = orders[at] as Unread | OrderOrGap
      await this.emitOne(order instanceof Unread ? order.read() : order, offset + at, direction)
      if (pace.isOver) await pace.rest(this.left)
    }
  }

  private emitOne(order: OrderOrGap, position: number, direction: Direction): void | Promise<void> {
    return this.sink.onOrder({ order, place: direction === 'newer-first' ? position : -position })
  }
}
