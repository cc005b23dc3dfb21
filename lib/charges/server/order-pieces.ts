import 'server-only'
import { serviceTime } from '@/lib/core/dates'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { Unread } from '@/lib/service/ask-for-orders'
import type { ReadProgress } from '../charge-answers'
import type { Answer, OrderSource, Window } from './order-source'

export const listings = ['older-first', 'newer-first'] as const

/** Whether the service lists the oldest or the newest order first, which is not documented (service-facts 2.13). */
export type Direction = (typeof listings)[number]

/** A place in the service's list: in one that stands in the wanted order what follows it comes next, otherwise what is before it. */
export type Cursor = { direction: Direction; at: number }

export type OrderBy = 'newest-first' | 'oldest-first'

/** Orders that stand together in the service's list, in its order, and where what comes after them is found. */
export type Piece = { orders: Answer['orders']; offset: number; direction: Direction; next: Cursor | null }

const firstPiece = 25
const followingPage = 100
const laterPiece = 200
const spare = 20
const maxRereads = 5

/**
 * The service's list from the wanted end, piece by piece. Neither the order in which it lists nor that it keeps to the limit is documented
 * (service-facts 2.13), so the first answer tells: where it lists the other way round, pieces are taken from its end. Notes in the
 * progress what the service says there is.
 */
export async function* orderPieces(
  source: OrderSource,
  { order, from }: { order: OrderBy; from?: Cursor | undefined },
  progress: ReadProgress,
): AsyncGenerator<Piece> {
  const requested = order === 'newest-first' ? 'newer-first' : 'older-first'
  if (from) {
    if (from.direction === requested) yield* forwards(source, { ...from, limit: followingPage, listed: requested }, progress)
    else yield* backwards(source, from, followingPage, progress)
    return
  }
  const { orders, total, direction, count } = yield* beginning(source)
  progress.total = total
  const isWhole = total !== null && count >= total
  const isAsWanted = direction === requested || isWhole
  if (!isAsWanted && total !== null) {
    yield* backwards(source, { direction, at: total }, source.isStreamed ? laterPiece : firstPiece, progress)
    return
  }
  const next = { direction: requested, at: count } as const
  const rest = forwards(source, { ...next, limit: laterPiece, listed: direction }, progress)
  if (isAsWanted) {
    const isShort = total === null && count < firstPiece
    yield { orders, offset: 0, direction, next: isWhole || isShort ? null : next }
    if (!isWhole) yield* rest
    return
  }
  const second = await rest.next() // without a total there is no end to begin at, unless this is all
  progress.asListed = !second.done
  yield { orders, offset: 0, direction, next: second.done ? null : next }
  if (!second.done) yield second.value
  yield* rest
}

/** The first window. An answer that goes on beyond its limit comes in the order in which the service lists it. */
async function* beginning(source: OrderSource) {
  const begun = source.begin({ offset: 0, limit: firstPiece })
  let direction: Direction | null = null
  let count = 0
  let answer = await begun.next()
  try {
    for (; !answer.done; answer = await begun.next()) {
      const { value: orders } = answer
      direction ??= directionOf(orders)
      yield { orders, offset: count, direction, next: null }
      count += orders.length
    }
  } finally {
    await begun.return({ orders: [], total: null })
  }
  const { orders, total } = answer.value
  count += orders.length
  const known = total ?? (count > firstPiece ? count : null) // an answer that goes on beyond its limit is all there is
  return { orders, total: known, count, direction: direction ?? directionOf(orders.map(readOrder)) }
}

type Forwards = Cursor & { limit: number; listed: Direction }

/** From a place in the service's list to its end, however it is listed. */
async function* forwards(source: OrderSource, from: Forwards, progress: ReadProgress): AsyncGenerator<Piece> {
  const { direction, listed } = from
  let asked = from.limit
  for (let offset = from.at; ; asked = laterPiece) {
    const { orders, total } = await whole(source, { offset, limit: asked })
    progress.total = total ?? progress.total
    if (orders.length === 0) return
    const end = offset + orders.length
    const isEnd = total === null ? orders.length < asked : end >= total
    yield { orders, offset, direction: listed, next: isEnd ? null : { direction, at: end } }
    if (total !== null && end >= total) return // without a total, only an empty window is surely the end
    offset = end
  }
}

/** A window whole: a service that gives fewer orders at a time than it is asked for is asked for the rest. */
async function whole(source: OrderSource, { offset, limit }: Window): Promise<Answer> {
  const all: Answer['orders'] = []
  for (;;) {
    const { orders, total } = await source.ask({ offset: offset + all.length, limit: limit - all.length })
    all.push(...orders)
    if (orders.length === 0 || total === null || all.length >= limit || offset + all.length >= total)
      return { orders: all, total }
  }
}

/**
 * From a place in the service's list to its beginning. Where the newest stand first, a new order moves all others along, so a place is
 * reckoned from the end, and a little more is asked for; where an answer still falls short of what is covered, it is asked for anew, and
 * in smaller pieces of a service that gives fewer at a time.
 */
async function* backwards(source: OrderSource, from: Cursor, limit: number, progress: ReadProgress): AsyncGenerator<Piece> {
  const { direction } = from
  const moves = direction === 'newer-first'
  let counted = from.at
  let covered = 0
  let span = limit
  let rereads = 0
  while (covered < counted) {
    const offset = Math.max(0, counted - covered - span)
    const asked = counted - covered - offset + (moves ? spare : 0)
    const { orders, total } = await (moves ? source.ask({ offset, limit: asked }) : whole(source, { offset, limit: asked }))
    if (moves) counted = total ?? counted
    progress.total = moves ? counted : (progress.total ?? total)
    const isShort = offset + orders.length < counted - covered
    rereads = isShort ? rereads + 1 : 0
    if (isShort && rereads <= maxRereads) {
      if (orders.length < asked) span = Math.max(1, moves ? orders.length >> 1 : orders.length)
      continue
    }
    const shown = orders.slice(0, Math.max(0, counted - covered - offset))
    yield { orders: shown, offset, direction, next: offset === 0 ? null : { direction, at: offset } }
    covered = counted - offset
    if (span === limit) span = laterPiece
  }
}

/** The direction that the orders of one answer show. */
function directionOf(orders: readonly OrderOrUnreadable[]): Direction {
  const days = orders
    .map((order) => ('unreadable' in order ? null : serviceTime(order.createdAt)))
    .filter((time) => time !== null)
  const first = days[0]
  const last = days.at(-1)
  return first && last && `${first.day} ${first.time}` > `${last.day} ${last.time}` ? 'newer-first' : 'older-first'
}

export const readOrder = (order: Unread | OrderOrUnreadable): OrderOrUnreadable =>
  order instanceof Unread ? order.read() : order
