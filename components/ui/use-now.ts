import { useSyncExternalStore } from 'react'

const step = 30_000

/** Ticks with the clock, so that a day begins in the moment it does, and once more when a tab that slept is looked at again. */
function subscribe(changed: () => void) {
  let timer: ReturnType<typeof setTimeout>
  function wait() {
    timer = setTimeout(tick, step - (Date.now() % step))
  }
  function tick() {
    changed()
    wait()
  }
  wait()
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', changed)
  }
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
