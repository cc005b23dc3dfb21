/** A buyer somebody opened lately: the e-mail is masked, times are ISO in UTC, counts are null where nothing was read. */
export type RecentBuyer = {
  buyerId: string
  email: string | null
  country: string | null
  orders: number | null
  subscriptions: number | null
  ticket: string | null
  openedAt: string
}
