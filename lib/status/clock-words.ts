/** A difference of clocks in words: `is 312 s ahead of ours`, after "the service’s clock". Under two seconds nobody can tell it from the way of the answer. */
export function describeClock(secondsAhead: number): string {
  const seconds = Math.round(Math.abs(secondsAhead))
  if (seconds < 2) return 'matches ours'
  return `is ${seconds} s ${secondsAhead > 0 ? 'ahead of' : 'behind'} ours`
}
