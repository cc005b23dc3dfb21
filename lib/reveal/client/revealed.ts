import type { Revealable } from '../reveal'

/** Whose value it is. */
export type Subject = { merchant: string; buyerId: string }
/** `until` counts as `performance.now()` does. */
export type Shown = { value: string; until: number }

// Nowhere else are values in clear kept: no query holds them, and none outlives its time, its page or its tab.
const shown = new Map<string, Shown>()
const listeners = new Set<() => void>()

const keyOf = ({ merchant, buyerId }: Subject, what: Revealable) => `${merchant} ${buyerId} ${what}`
const notify = () => {
  for (const listener of listeners) listener()
}

export function show(subject: Subject, values: Partial<Record<Revealable, string>>, seconds: number): void {
  const until = performance.now() + seconds * 1_000
  for (const [what, value] of Object.entries(values)) shown.set(keyOf(subject, what as Revealable), { value, until })
  setTimeout(hideWhatIsOver, seconds * 1_000 + 20)
  notify()
}

export function hide(subject: Subject, what: Revealable): void {
  if (shown.delete(keyOf(subject, what))) notify()
}

export const shownOf = (subject: Subject, what: Revealable) => shown.get(keyOf(subject, what))

function hideWhatIsOver(): void {
  for (const [key, { until }] of shown) if (until <= performance.now()) shown.delete(key)
  notify()
}

function hideAll(): void {
  shown.clear()
  notify()
}

/** Listens for what is shown and hidden. A tab that slept through the end of the time hides at once when it is looked at again. */
export function onShown(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('pagehide', hideAll)
    document.addEventListener('visibilitychange', hideWhatIsOver)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    hideAll()
    removeEventListener('pagehide', hideAll)
    document.removeEventListener('visibilitychange', hideWhatIsOver)
  }
}
