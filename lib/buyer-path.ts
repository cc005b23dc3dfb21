/** The address of a buyer's page; a ticket goes with it. */
export const buyerPath = (buyerId: string, ticket: string | null = null) =>
  `/buyers/${buyerId}${ticket === null ? '' : `?${new URLSearchParams({ ticket })}`}`
