import { useSyncExternalStore } from 'react'

const step = 30_000

function subscribe(changed: () => void) {
  const timer = setInterval(changed, step)
  return () => clearInterval(timer)
}

/**
 * The time in milliseconds, to the half minute. Undefined on the server and while hydrating, because
 * the server knows neither the viewer's clock nor their zone.
 */
export function useNow(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / step) * step,
    () => undefined,
  )
}
