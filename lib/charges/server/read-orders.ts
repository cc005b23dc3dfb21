import 'server-only'
import { masked } from '@/lib/core/masking'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { YieldTimer } from '@/lib/platform/yield-timer'
import type { ReadProgress } from '../charge-answers'
import { type Cursor, type OrderBy, orderPieces, type Piece, readOrder } from './order-pieces'
import { type BuyerOf, heldOrders, streamedOrders } from './order-source'

/** Of one second, the order with the lesser place is the newer. */
export type Placed = { order: OrderOrUnreadable; place: number }

/** Orders that follow each other, and how far the history has been read with them. `next` is where a later reading goes on. */
export type OrderPage = { orders: Placed[]; next: Cursor | null; progress: Readonly<ReadProgress> }

type ReadOrdersInput = {
  order: OrderBy
  from?: Cursor | undefined
  signal?: AbortSignal | undefined
  /** What is personal stays in clear; the caller has checked the right and written the journal's entry. */
  unmasked?: boolean
  /**
   * For whoever sorts by time and place: whatever the service answers, a few orders are held at a time. They come from the wanted end on
   * where the service keeps to its limit, and otherwise as it lists them.
   */
  unsorted?: boolean
  /** Brings what the service says into what is known of the buyer. A file does not: it says nothing new to people. */
  noted?: boolean
}

export const nothingRead: Readonly<ReadProgress> = { total: null, read: 0, unreadable: 0, missing: 0, asListed: false }

const smallPage = 25

/**
 * The orders of a buyer, masked, in the wanted order, a page for each window of the service's list; of one that cannot be read, its gap.
 * An order that moves while the history grows comes once. Throws a ServiceProblem where a page cannot be had, and what `signal` aborts with.
 */
export async function* readOrders(whose: BuyerOf, input: ReadOrdersInput): AsyncGenerator<OrderPage, ReadProgress> {
  const { unsorted = false, unmasked = false, noted = false, signal } = input
  const source = await (unsorted ? streamedOrders(whose, signal) : heldOrders(whose, signal, noted))
  const progress = { ...nothingRead }
  const yieldTimer = new YieldTimer()
  let before = new Set<string>() // what moves while the history grows is met again at a seam, never further away
  for await (const piece of orderPieces(source, input, progress)) {
    const met = new Set<string>()
    const readBefore = progress.read
    let orders: Placed[] = []
    for (const { order, place } of placedIn(piece, progress.asListed)) {
      if (yieldTimer.isDue) await yieldTimer.yieldNow(signal)
      const isNew = order.orderId === null || !(met.has(order.orderId) || before.has(order.orderId))
      if (order.orderId !== null) met.add(order.orderId)
      if (!isNew) continue
      progress.read += 1
      if ('unreadable' in order) progress.unreadable += 1
      orders.push({ order: unmasked ? order : masked(order), place })
      if (!unsorted || orders.length < smallPage) continue
      yield { orders, next: null, progress: { ...progress } }
      orders = []
    }
    if (progress.read === readBefore && piece.orders.length > 0) break // a service that does not skip what it is told to
    const inOrder = unsorted || progress.asListed ? orders : sorted(orders, input.order)
    yield { orders: inOrder, next: piece.next, progress: { ...progress } }
    before = met
  }
  const counted = progress.total ?? 0
  progress.missing = Math.max(0, counted - progress.read)
  return progress
}

/** Every order of the pages, one by one. `note` gets the progress, and at the end how complete it is. */
export async function* eachOrder(
  pages: AsyncGenerator<OrderPage, ReadProgress>,
  note: (progress: ReadProgress) => void = () => undefined,
): AsyncGenerator<OrderOrUnreadable, void, undefined> {
  try {
    let page = await pages.next()
    for (; !page.done; page = await pages.next()) {
      note(page.value.progress)
      for (const { order } of page.value.orders) yield order
    }
    note(page.value)
  } finally {
    await pages.return(nothingRead)
  }
}

/** The orders of a piece from its newest end on, or as they are listed. */
function* placedIn({ orders, offset, direction }: Piece, asListed: boolean): Generator<Placed> {
  const isOlderFirst = direction === 'older-first'
  for (const at of orders.keys()) {
    const index = isOlderFirst && !asListed ? orders.length - 1 - at : at
    const order = readOrder(orders[index] as Piece['orders'][number])
    yield { order, place: isOlderFirst ? -(offset + index) : offset + index }
  }
}

const timeOf = (order: OrderOrUnreadable) => ('unreadable' in order ? '' : (order.createdAt ?? ''))

/** By their times; orders of one second, and those without a time, stay as they came, which is from the newest end on. */
function sorted(orders: Placed[], order: OrderBy): Placed[] {
  const newest = orders.toSorted(({ order: a }, { order: b }) =>
    timeOf(a) === '' || timeOf(b) === '' ? 0 : timeOf(b).localeCompare(timeOf(a)),
  )
  return order === 'newest-first' ? newest : newest.toReversed()
}
