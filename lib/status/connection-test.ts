/** What a harmless read told of a merchant account. Times are ISO in UTC, durations in milliseconds; nothing secret is in it. */
export type ConnectionTest = {
  at: string
  host: string
  reachable: boolean
  keys: 'accepted' | 'refused' | 'unknown'
  /** How long the service took, where it answered. */
  ms: number | null
  /** By how many seconds the service's clock is ahead of ours; null where it did not say. */
  clockDifference: number | null
  reads: { name: string; state: 'on' | 'off' | 'unknown' }[]
  /** Why it was not a success, in words. */
  trouble: { title: string; detail: string; traceId: string | null } | null
}
