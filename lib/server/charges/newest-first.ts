import 'server-only'
import { getChargeHistory } from '@/lib/operations'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import type { OrdersPage } from '@/lib/orders-page'
import { invalid } from '@/lib/problem'
import type { Person } from '../auth/sessions'
import { askFor, callFor } from '../call'
import type { Merchant } from '../merchants'
import { type Direction, directionOf } from './direction'

export type About = { person: Person; merchant: Merchant; buyerId: string; left?: AbortSignal }

/** The service's window as it was asked for. `end` counts from the service's first order. */
type Window = { offset: number; limit: number }
type Cursor = { direction: Direction; at: number }

const firstPiece = 25
const laterPiece = 100

/**
 * A piece of the charge history, newest first. Neither the order in which the service lists nor that it keeps to the limit is documented
 * (service-facts 2.13), so the first answer tells: where the oldest come first, the newest are read from the end.
 */
export async function newestFirst(about: About, cursorText: string | null): Promise<OrdersPage> {
  if (cursorText === null) return firstOrders(about)
  const cursor = readCursor(cursorText)
  const window =
    cursor.direction === 'older-first'
      ? { offset: Math.max(0, cursor.at - laterPiece), limit: Math.min(laterPiece, cursor.at) }
      : { offset: cursor.at, limit: laterPiece }
  const { data, meta } = await read(about, window)
  return piece(data, meta.total, window, cursor.direction)
}

async function firstOrders(about: About): Promise<OrdersPage> {
  const window = { offset: 0, limit: firstPiece }
  const { data, meta } = await read(about, window)
  const { total } = meta
  const direction = directionOf(data)
  const limitIgnored = data.length > firstPiece && (total === null || data.length >= total)
  if (limitIgnored) return { orders: sorted(data, direction), total: total ?? data.length, next: null } // so this is all
  if (total === null || total <= data.length || direction === 'newer-first') return piece(data, total, window, direction)
  const end = { offset: Math.max(0, total - firstPiece), limit: firstPiece }
  const newest = await read(about, end)
  return piece(newest.data, newest.meta.total ?? total, end, direction)
}

/** Reads a window whole: a service that gives fewer orders at a time than it is asked for is asked for the rest. */
async function read(about: About, { offset, limit }: Window) {
  const { data, meta } = await readOnce(about, { offset, limit })
  const orders = [...data]
  const end = Math.min(offset + limit, meta.total ?? 0)
  while (offset + orders.length < end) {
    const more = await readOnce(about, { offset: offset + orders.length, limit: end - offset - orders.length })
    if (more.data.length === 0) break
    orders.push(...more.data)
  }
  return { data: orders, meta }
}

async function readOnce({ person, merchant, buyerId, left }: About, search: Window) {
  const call = await callFor(getChargeHistory, { person, merchant, params: { buyerId }, search, ...(left ? { left } : {}) })
  return (await askFor(call)).answer
}

function piece(data: OrderOrGap[], total: number | null, { offset, limit }: Window, direction: Direction): OrdersPage {
  const orders = data.slice(0, limit) // what came beyond the window comes again with its own
  return { orders: sorted(orders, direction), total, next: nextCursor(orders.length, total, { offset, limit }, direction) }
}

function nextCursor(count: number, total: number | null, { offset, limit }: Window, direction: Direction): string | null {
  if (direction === 'older-first' && total !== null) return offset === 0 ? null : `older-first:${offset}`
  const end = offset + count
  const more = count >= limit && (total === null || end < total)
  return more ? `newer-first:${end}` : null
}

function readCursor(text: string): Cursor {
  const [, direction, at] = /^(older-first|newer-first):(\d{1,9})$/.exec(text) ?? []
  if (direction === undefined) throw invalid([{ field: 'cursor', title: 'This is not a cursor of an earlier answer' }])
  return { direction: direction as Direction, at: Number(at) }
}

const timeOf = (order: OrderOrGap) => ('unreadable' in order ? '' : (order.createdAt ?? ''))

/** Newest first; orders of one second, and those without a time, keep the service's own order read from its newest end. */
export function sorted(orders: OrderOrGap[], direction: Direction): OrderOrGap[] {
  const fromNewest = direction === 'newer-first' ? orders : orders.toReversed()
  return fromNewest.toSorted((a, b) => (timeOf(a) === '' || timeOf(b) === '' ? 0 : timeOf(b).localeCompare(timeOf(a))))
}
