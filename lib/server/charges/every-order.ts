import 'server-only'
import { masked } from '@/lib/masking'
import { getChargeHistory } from '@/lib/operations'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { callFor, sending } from '../call'
import { ask } from '../service/ask'
import { type Direction, directionOf } from './direction'
import { type About, sorted } from './newest-first'

/**
 * What a reading has come to, kept up to date while it goes on. `total` is the service's own count, null where it does not tell one;
 * `read` counts what was yielded, `unreadable` the gaps among it, `missing` what the service counted and did not give.
 * `asListed` is true where the wanted order could not be kept, because the total that the end is reckoned from is not told.
 */
export type HistoryReading = { total: number | null; read: number; unreadable: number; missing: number; asListed: boolean }

export const readingBegun = (): HistoryReading => ({ total: null, read: 0, unreadable: 0, missing: 0, asListed: false })

const firstPiece = 25
const laterPiece = 100
const spare = 20
const mostRereads = 5

export type Wanted = 'newest-first' | 'oldest-first'
type Answer = { data: OrderOrGap[]; total: number | null }

/**
 * Every order of a buyer, one by one, in the wanted order, as they come or masked; of one that cannot be read, its gap. At most one
 * answer of the service is held at a time (service-facts 2.13: neither its order nor that it keeps to the limit is documented). An order
 * that moves while the history grows comes once. Ends with the person's leaving; throws a ServiceProblem where a piece cannot be had.
 */
export async function* everyOrder(
  about: About,
  wanted: Wanted,
  reading: HistoryReading,
  { unmasked = false } = {},
): AsyncGenerator<OrderOrGap, void, undefined> {
  let noted = new Set<string>() // of the last piece: what moves while the history grows is met again at a seam, never further away
  for await (const { orders, direction } of pieces(about, wanted, reading)) {
    const fresh = notIn(noted, orders)
    if (fresh.length === 0 && orders.length > 0) break // the same again: a service that does not skip what it is told to
    for (const order of reading.asListed ? fresh : inOrder(fresh, direction, wanted)) {
      reading.read += 1
      if ('unreadable' in order) reading.unreadable += 1
      yield unmasked ? order : masked(order)
    }
    noted = new Set(orders.flatMap(({ orderId }) => orderId ?? []))
  }
  const counted = reading.total ?? 0
  reading.missing = Math.max(0, counted - reading.read)
}

/** Those not among the noted, each once. */
function notIn(noted: ReadonlySet<string>, orders: readonly OrderOrGap[]): OrderOrGap[] {
  const met = new Set(noted)
  return orders.filter(({ orderId }) => {
    if (orderId === null) return true
    const isNew = !met.has(orderId)
    met.add(orderId)
    return isNew
  })
}

function inOrder(orders: OrderOrGap[], direction: Direction, wanted: Wanted): OrderOrGap[] {
  const newest = sorted(orders, direction)
  return wanted === 'newest-first' ? newest : newest.toReversed()
}

type Piece = { orders: OrderOrGap[]; direction: Direction }

async function* pieces(about: About, wanted: Wanted, reading: HistoryReading): AsyncGenerator<Piece> {
  const read = await reader(about)
  let answer: Answer | null = await read(0, firstPiece)
  const { total, data: first } = answer
  const direction = directionOf(first)
  reading.total = total
  const whole = total === null ? first.length > firstPiece : first.length >= total
  const forwards = whole || wanted === (direction === 'newer-first' ? 'newest-first' : 'oldest-first')
  if (!forwards && total === null && (await read(first.length, 1)).data.length > 0) reading.asListed = true
  if (!forwards && total !== null) {
    answer = null // the end is where to begin, and what came is asked for again in its place
    yield* backwards(read, total, direction, reading)
    return
  }
  for (let offset = 0; answer !== null && answer.data.length > 0; ) {
    const orders: OrderOrGap[] = answer.data
    answer = null
    yield { orders, direction }
    offset += orders.length
    if (whole || (reading.total !== null && offset >= reading.total)) return
    const next = await read(offset, laterPiece)
    reading.total = next.total ?? reading.total
    answer = next
  }
}

/**
 * From the end of the service's list to its beginning. Where the newest stand first, a new order moves all others along, so a place is
 * reckoned from the end, and a little more is asked for; where an answer still falls short of what is covered, it is asked for anew, and
 * in smaller pieces of a service that gives fewer at a time.
 */
async function* backwards(read: Reader, total: number, direction: Direction, reading: HistoryReading): AsyncGenerator<Piece> {
  const moves = direction === 'newer-first'
  let [counted, covered, span, rereads] = [total, 0, laterPiece, 0]
  while (covered < counted) {
    const offset = Math.max(0, counted - covered - span)
    const asked = counted - covered - offset + (moves ? spare : 0)
    const { data, total: now } = await read(offset, asked)
    if (moves) counted = now ?? counted
    reading.total = counted
    const isShort = offset + data.length < counted - covered
    rereads = isShort ? rereads + 1 : 0
    if (isShort && rereads <= mostRereads) {
      if (data.length < asked) span = Math.max(1, moves ? data.length >> 1 : data.length)
      continue
    }
    yield { orders: data.slice(0, Math.max(0, counted - covered - offset)), direction }
    covered = counted - offset
  }
}

type Reader = Awaited<ReturnType<typeof reader>>

/** Asks without leaving a mark in what is known of the buyer: a file says nothing new to the desk. */
async function reader({ person, merchant, buyerId, left }: About) {
  const call = await callFor(getChargeHistory, { person, merchant, params: { buyerId } })
  return async (offset: number, limit: number): Promise<Answer> => {
    const { data, meta } = await ask(getChargeHistory, sending({ ...call, search: { limit, offset } }), left)
    return { data, total: meta.total }
  }
}
