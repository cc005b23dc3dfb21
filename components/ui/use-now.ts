import { useSyncExternalStore } from 'react'

const step = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Ticks with the clock, so that a day begins in the moment it does, and once more when a tab that slept is looked at again. A page has
 * hundreds of times, so all share one timer.
 */
function subscribe(changed: () => void) {
  listeners.add(changed)
  if (listeners.size === 1) {
    wait()
    document.addEventListener('visibilitychange', tell)
  }
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tell)
  }
}

function wait() {
  timer = setTimeout(tick, step - (Date.now() % step))
}

function tick() {
  tell()
  wait()
}

function tell() {
  for (const changed of listeners) changed()
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
