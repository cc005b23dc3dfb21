import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { once } from '../once'
import { ServiceFailure } from './failure'
import { requestsInFlight } from './transport'

const most = 2
const longestRetryAfterMs = 5_000
const repeating = () => once('service-repeats', () => ({ now: 0 }))

/**
 * Asks again after a passing fault: at most twice, after 100 to 400 ms, inside the deadline, and never by more than a fifth of
 * what is in flight, so that repeats do not bury a service that is already in trouble. For queries only.
 */
export async function repeated<T>(
  deadlineMs: number,
  attempt: (remainingMs: number) => Promise<T>,
  left?: AbortSignal,
): Promise<T> {
  const end = performance.now() + deadlineMs
  const budget = repeating()
  let mine = 0
  try {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await attempt(end - performance.now())
      } catch (cause) {
        const pause = cause instanceof ServiceFailure ? pauseBefore(cause) : null
        if (pause === null || repeats === most || left?.aborted || performance.now() + pause >= end) throw cause
        if (mine === 0 && budget.now >= Math.max(3, requestsInFlight() / 5)) throw cause
        if (mine === 0) budget.now += mine = 1
        await wait(pause, undefined, left ? { signal: left } : {})
      }
    }
  } finally {
    budget.now -= mine
  }
}

const passing = new Set(['upstream_broken', 'econnrefused', 'und_err_connect_timeout', 'eai_again'])

/** Milliseconds to wait before asking again, or null where it would not help. */
function pauseBefore({ failure }: ServiceFailure): number | null {
  if (failure.status === 429) {
    const asked = (failure.retryAfter ?? 0.4) * 1000
    return asked <= longestRetryAfterMs ? asked : null
  }
  const transient = passing.has(failure.code) || ((failure.status ?? 0) >= 500 && !failure.keysRefused)
  return transient ? 100 + Math.random() * 300 : null
}
