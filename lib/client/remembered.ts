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
  const [text, setText] = useRememberedText(name)
  return [text === 'on', (on) => setText(on ? 'on' : '')]
}

/** The same for a choice that is more than on or off. Empty until the page is awake, and where nothing was chosen. */
export function useRememberedText(name: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => kept(name),
    () => '',
  )
  function set(next: string) {
    try {
      if (next === '') localStorage.removeItem(prefix + name)
      else localStorage.setItem(prefix + name, next)
    } catch {
      return // a browser may refuse; then the choice isn't kept
    }
    window.dispatchEvent(new Event(changed))
  }
  return [text, set]
}

function kept(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}
