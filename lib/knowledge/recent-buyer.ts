/** A buyer somebody opened lately. E-mail and `title` are masked, times are ISO in UTC, counts are null where nothing was read. */
export type RecentBuyer = {
  buyerId: string
  email: string | null
  /** What they are called: by the e-mail, else by a name or an e-mail that charges carried. Null where neither is known. */
  title: string | null
  country: string | null
  orders: number | null
  subscriptions: number | null
  ticket: string | null
  openedAt: string
}
