import type { Order } from '../operations/schemas/charge-history'

export type ProductSeen = { id: string; name: string | null; code: string | null }

/** The products of a buyer's orders, each once: suggestions for who has to name one by its id. */
export function productsSeen(orders: readonly Order[]): ProductSeen[] {
  const byId = new Map<string, ProductSeen>()
  for (const { id, name, code } of orders.flatMap(({ products }) => products)) if (id !== null) byId.set(id, { id, name, code })
  return [...byId.values()]
}
