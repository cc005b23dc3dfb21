/** How far the service's events are believed in a merchant account. */
export type EventSettings = {
  /** Addresses and ranges (CIDR) from which they may come; none for any. */
  from: string[]
  /** `read`: an event and a read together settle an unconfirmed action. */
  settles: 'never' | 'read'
}

export const maxRanges = 50
