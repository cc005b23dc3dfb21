type LinkContext = { ticket?: string | null; merchant?: string | null; order?: string; charge?: string }

/** The address of a buyer's page; a ticket, and the merchant account that a link named, go with it. */
export const buyerPath = (buyerId: string, ticket: string | null = null, merchant: string | null = null): string =>
  withGiven(buyerId, { ticket, merchant })

/** The address of a buyer's page that opens at a charge: its order unfolded and at the top, the charge lit. */
export const chargePath = (
  buyerId: string,
  { orderId, chargeId }: { orderId: string; chargeId: string },
  ticket: string | null = null,
  merchant: string | null = null,
): string => withGiven(buyerId, { ticket, merchant, order: orderId, charge: chargeId })

function withGiven(buyerId: string, given: LinkContext): string {
  const parts = Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [[name, value]]))
  return `/buyers/${buyerId}${parts.length === 0 ? '' : `?${new URLSearchParams(parts)}`}`
}

/** The address of an order's own page. The merchant account goes with it, because a link is opened elsewhere. */
export function orderPath(buyerId: string, orderId: string, merchant: string): string {
  return `/buyers/${buyerId}/charges/${encodeURIComponent(orderId)}?${new URLSearchParams({ merchant })}`
}
