import type { OrderOrUnreadable } from '../operations/schemas/charge-history'
import { factsOf, isReadable } from './order-facts'

/** So many of them open at first, so that a history full of them stays a list. */
const maxOpen = 5

/**
 * The ids of the orders whose attempts show without being asked for: the only order, the newest where it was declined, and the newest few
 * that are open or received money more than once.
 */
export function exceptionsIn(orders: readonly OrderOrUnreadable[]): Set<string> {
  const [newest, ...more] = orders
  const found = orders.filter(isReadable).filter((order) => {
    const { state, charges } = factsOf(order)
    return state === 'open' || charges.received.length > 1 || (order === newest && (more.length === 0 || state === 'lost'))
  })
  return new Set(found.slice(0, maxOpen).map(({ orderId }) => orderId))
}
