import { useNow } from './use-now'

/** The viewer's clock. `settled` is false on the server and while hydrating, when only the time of reading is known, and no zone. */
export type Clock = { now: number; zone: string; settled: boolean }

/** `asOf`: when the facts on screen were read, in milliseconds. */
export function useClock(asOf: number): Clock {
  const now = useNow()
  if (now === undefined) return { now: asOf, zone: 'UTC', settled: false }
  return { now, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, settled: true }
}
