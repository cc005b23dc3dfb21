import 'server-only'

/** So many a second on average, and so many at once. */
export type Rate = { perSecond: number; burst: number }

type Bucket = { left: number; at: number }
export type Buckets = Map<string, Bucket>

const maxBuckets = 10_000

/** Takes one from a bucket that fills again by the second; true where none is left in it. */
export function isOverRate(buckets: Buckets, key: string, { perSecond, burst }: Rate, now = performance.now()): boolean {
  if (buckets.size >= maxBuckets) buckets.clear()
  const before = buckets.get(key) ?? { left: burst, at: now }
  const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * perSecond)
  if (left < 1) return true
  buckets.set(key, { left: left - 1, at: now })
  return false
}
