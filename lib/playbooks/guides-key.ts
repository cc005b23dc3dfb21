/** How React Query names the guided steps of a buyer's tickets. */
export const guidesKey = (merchant: string, buyerId: string) => ['guides', merchant, buyerId] as const
