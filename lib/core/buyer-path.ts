/** The address of a buyer's page; a ticket, and the merchant account that a link named, go with it. */
export function buyerPath(buyerId: string, ticket: string | null = null, merchant: string | null = null): string {
  const given = new URLSearchParams()
  if (ticket !== null) given.set('ticket', ticket)
  if (merchant !== null) given.set('merchant', merchant)
  return `/buyers/${buyerId}${given.size === 0 ? '' : `?${given}`}`
}

/** The address of an order's own page. The merchant account goes with it, because a link is opened elsewhere. */
export function orderPath(buyerId: string, orderId: string, merchant: string): string {
  return `/buyers/${buyerId}/charges/${encodeURIComponent(orderId)}?${new URLSearchParams({ merchant })}`
}
