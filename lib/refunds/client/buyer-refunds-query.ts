import { queryOptions } from '@tanstack/react-query'

/** What refunds were asked for a buyer, newest first, and every step of them. How it is read comes with the reading, not with the page. */
export const buyerRefundsQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: ['buyer-refunds', merchant, buyerId],
    queryFn: async ({ signal }) => (await import('./read-buyer-refunds')).readBuyerRefunds(merchant, buyerId, signal),
  })
