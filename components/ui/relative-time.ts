const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const spans = [
  { upTo: hour, of: minute, one: 'min', many: 'min' },
  { upTo: day, of: hour, one: 'h', many: 'h' },
  { upTo: 60 * day, of: day, one: 'day', many: 'days' },
  { upTo: 730 * day, of: 30.44 * day, one: 'month', many: 'months' },
  { upTo: Number.POSITIVE_INFINITY, of: 365.25 * day, one: 'year', many: 'years' },
]

/** "8 min ago", "in 11 days". Both times in milliseconds since 1970. Whole units are cut, not rounded up. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(at - now)
  if (distance < minute) return 'just now'
  const span = spans.find(({ upTo }) => distance < upTo)
  if (!span) return ''
  const count = Math.floor(distance / span.of)
  const words = `${count} ${count === 1 ? span.one : span.many}`
  return at < now ? `${words} ago` : `in ${words}`
}
