import { useSyncExternalStore } from 'react'

const prefix = 'counterfoil.'
const changed = 'counterfoil:remembered'

function subscribe(listener: () => void) {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}

/** A choice of how something is shown, kept in this browser. Off until the page is awake, and where the browser keeps nothing. */
export function useRemembered(name: string): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    subscribe,
    () => isOn(name),
    () => false,
  )
  function set(next: boolean) {
    try {
      if (next) localStorage.setItem(prefix + name, 'on')
      else localStorage.removeItem(prefix + name)
    } catch {
      return // a browser may refuse; then the choice isn't kept
    }
    window.dispatchEvent(new Event(changed))
  }
  return [on, set]
}

function isOn(name: string): boolean {
  try {
    return localStorage.getItem(prefix + name) === 'on'
  } catch {
    return false
  }
}
