import { type Product, productById, products } from '../catalogue/products'
import type { Buyer, Subscription } from '../records'

/** Active products of a lower plan of the same family, in any term: what a downgrade may go to (service-facts 3.5). */
export function lowerProducts(buyer: Buyer, subscription: Subscription): Product[] {
  const current = productById(buyer.merchantCode, subscription.productId)
  if (!current) return []
  return products.filter((product) => product.isActive && product.family === current.family && product.rank < current.rank)
}
