import type { OrderOrGap } from '../operations/schemas/charge-history'
import type { OrdersPage } from '../orders-page'

/** The history as far as it is loaded. `total` is null where the service does not tell it. */
export type LoadedHistory = { orders: OrderOrGap[]; total: number | null; complete: boolean }

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
export function coverageWords({ orders, total, complete }: LoadedHistory): string | null {
  if (complete) return null
  const loaded = orders.length.toLocaleString('en')
  return total === null
    ? `of the ${loaded} newest orders, there are more`
    : `of the ${loaded} newest of ${total.toLocaleString('en')} orders`
}
