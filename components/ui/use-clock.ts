import { useNow } from './use-now'

/** The viewer's clock. `settled` is false on the server and while hydrating, when only the time of reading is known, and no zone. */
export type Clock = { now: number; zone: string; settled: boolean }

/** `asOf`: when the facts on screen were read, in milliseconds. */
export function useClock(asOf: number): Clock {
  const now = useNow()
  if (now === undefined) return { now: asOf, zone: 'UTC', settled: false }
  return { now, zone: zoneAt(now), settled: true }
}

const looked = { at: -1, zone: 'UTC' }

/** The viewer's zone. It's looked up once per half minute, because asking the browser for it costs more than drawing a row. */
function zoneAt(now: number): string {
  if (looked.at !== now) Object.assign(looked, { at: now, zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  return looked.zone
}
