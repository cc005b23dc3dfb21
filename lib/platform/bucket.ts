import 'server-only'

/** How many a second may come, and how many at once. */
export type Limit = { perSecond: number; burst: number }
export type Bucket = { left: number; at: number }

const maxSenders = 10_000

/** Takes one from a bucket of this process that fills again by the second; true where none is left in it. */
export function isOverLimit(
  buckets: Map<string, Bucket>,
  key: string,
  { perSecond, burst }: Limit,
  now = performance.now(),
): boolean {
  if (buckets.size >= maxSenders) buckets.clear()
  const before = buckets.get(key) ?? { left: burst, at: now }
  const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * perSecond)
  if (left < 1) return true
  buckets.set(key, { left: left - 1, at: now })
  return false
}
