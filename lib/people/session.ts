/** A session that is alive, as its owner sees it. */
export type Session = {
  id: string
  /** Where it was started; null for one from before that was noted. */
  address: string | null
  browser: string | null
  startedAt: string
  seenAt: string
  /** The one that asks. */
  isThis: boolean
}
