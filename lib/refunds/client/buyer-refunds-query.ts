import { queryOptions } from '@tanstack/react-query'

/** How often it's looked whether a colleague has decided: what a customer is told follows it. */
const everyMs = { withRefunds: 10_000, withoutAny: 30_000 }

/** What refunds were asked for a buyer, newest first, and every step of them. How it is read comes with the reading, not with the page. */
export const buyerRefundsQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: ['buyer-refunds', merchant, buyerId],
    queryFn: async ({ signal }) => (await import('./read-buyer-refunds')).readBuyerRefunds(merchant, buyerId, signal),
    refetchInterval: ({ state: { data, error } }) => {
      if (error?.problem?.kind === 'signedOut') return false
      return data && data.refunds.length > 0 ? everyMs.withRefunds : everyMs.withoutAny
    },
  })
