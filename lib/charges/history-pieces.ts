import type { OrderOrUnreadable } from '../operations/schemas/charge-history'
import { isReadable } from './order-facts'

/**
 * A piece of a buyer's charge history, newest first whatever order the service lists in.
 * `total` is null where the service does not tell it; `next` is the cursor of the next older piece, null at the end.
 */
export type OrdersPage = { orders: OrderOrUnreadable[]; total: number | null; next: string | null }

/** So many orders load by themselves; older ones wait for somebody to ask. */
export const loadedUnasked = 2_000

/** The history as far as it is loaded. `total` is null where the service does not tell it. */
export type LoadedHistory = { orders: OrderOrUnreadable[]; total: number | null; complete: boolean }

/**
 * The pieces as one list, newest first. An order made while the pieces came in pushes an older one into the next piece
 * a second time, and its money must not count twice: an order id is kept once.
 */
export function joinPieces(pieces: readonly OrdersPage[]): LoadedHistory {
  const seen = new Set<string>()
  const orders = pieces
    .flatMap((piece) => piece.orders)
    .filter(({ orderId }) => {
      if (orderId === null) return true
      const isNew = !seen.has(orderId)
      seen.add(orderId)
      return isNew
    })
  return { orders, total: pieces[0]?.total ?? null, complete: pieces.length > 0 && pieces.at(-1)?.next === null }
}

/** What a sum rests on: null when on everything, otherwise `of the 250 newest of 1,000 orders`. */
export function describeCoverage({ orders, total, complete }: LoadedHistory): string | null {
  if (complete) return null
  const loaded = orders.length.toLocaleString('en')
  return total === null
    ? `of the ${loaded} newest orders (there are more)`
    : `of the ${loaded} newest of ${total.toLocaleString('en')} orders`
}

/** Said where the service tells no total, as its documents allow (service-facts D12, D13): an answer that was cut short looks the same. */
export const uncounted = 'The service didn’t say how many orders there are, so some may be missing.'

/** Nothing has come yet; the first read failed; something is there, though a later read may have failed. */
export type HistoryState = 'loading' | 'failed' | 'read'

/** What is missing of a history: as a sentence, and, where something was read, what "none" would be true of. */
export type Missing = { says: string; among: string | null }

/**
 * What keeps a sentence from resting on the whole history; null where nothing does. Every "none", "nothing" and "no payment" about a
 * history asks here first: what was not read is not nothing.
 */
export function missingOf({ state, orders, total, complete }: LoadedHistory & { state: HistoryState }): Missing | null {
  if (state === 'loading') return { says: 'The charge history is still loading.', among: null }
  if (state === 'failed') return { says: 'The charge history didn’t load.', among: null }
  const loaded = orders.length.toLocaleString('en')
  if (!complete) {
    const all = total === null ? '' : ` of ${total.toLocaleString('en')}`
    return { says: `Only the ${loaded} newest${all} orders are loaded.`, among: `in the ${loaded} newest${all} orders` }
  }
  const unread = orders.filter((order) => !isReadable(order)).length
  if (unread > 0) {
    const says = unread === 1 ? 'We couldn’t read 1 order.' : `We couldn’t read ${unread.toLocaleString('en')} orders.`
    return { says, among: 'in the orders we could read' }
  }
  if (total === null) {
    return { says: uncounted, among: orders.length === 0 ? null : `in the ${loaded} orders the service gave` }
  }
  if (total <= orders.length) return null
  const says = `The service reported ${total.toLocaleString('en')} orders but sent ${orders.length === 0 ? 'none of them' : loaded}.`
  return { says, among: `in the ${loaded} orders the service gave` }
}

/** Said only of a history that was read whole. */
export const noCharges =
  'The service has no order for this buyer. If you expected one, check that this is the right buyer and merchant account.'
