import { productTitle } from '@/lib/charges/order-facts'
import type { Order } from '@/lib/operations/schemas/charge-history'

/** `Northwind Plus 1 month and 2 more`; a name is isolated, because it can be in a right-to-left script. */
export function ProductNames({ order: { products, orderId } }: { order: Order }) {
  const [first, ...others] = products.map(productTitle).filter((title) => title !== null)
  if (first === undefined) return `Order ${orderId}`
  return (
    <>
      <bdi>{first}</bdi>
      {others.length > 0 && ` and ${others.length} more`}
    </>
  )
}
