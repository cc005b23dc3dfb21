import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'

type Values<Name extends string> = Record<Name, string | null>

/**
 * Parameters of the address as state: what can be linked lives there. A change replaces the entry of the history, or adds one if
 * `isStep`, and asks the server for nothing; null takes a parameter out. What was changed holds at once, before the router shows it.
 */
export function useSearchParamsState<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (changes: Partial<Values<Name>>, isStep?: boolean) => void] {
  const params = useSearchParams()
  const pathname = usePathname()
  const shown = `${pathname}?${params}`
  const written = useSyncExternalStore(subscribe, lastWritten, nothingWritten)
  useEffect(() => recordShown(shown), [shown])
  const isOfPage = written?.startsWith(`${pathname}?`) === true
  const current = isOfPage ? new URLSearchParams(written.slice(pathname.length)) : params
  const values = Object.fromEntries(names.map((name) => [name, current.get(name)])) as Values<Name>
  const change = (changes: Partial<Values<Name>>, isStep = false) => {
    // Not `params` alone: two changes in one event must not undo each other.
    const next = new URLSearchParams(ofPage(pathname) ?? location.search)
    for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
      if (value == null || value === '') next.delete(name)
      else next.set(name, value)
    }
    write(`${pathname}?${next}`)
    const href = next.size === 0 ? pathname : `${pathname}?${next}`
    if (isStep) history.pushState(null, '', href)
    else history.replaceState(null, '', href)
  }
  return [values, change]
}

// The router shows a changed address in a transition, which every piece of data that comes in puts off. A field that took its value from
// there would be set back to the letters before, and what is typed meanwhile be lost. So what was written is held here until it is shown.
let unshown: string[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', forget)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('popstate', forget)
    unshown = []
  }
}

const lastWritten = () => unshown.at(-1) ?? null
const nothingWritten = () => null

const ofPage = (pathname: string) => unshown.findLast((address) => address.startsWith(`${pathname}?`))?.slice(pathname.length)

function write(address: string): void {
  keep([...unshown, address])
}

/** The router may skip addresses, or show one after the next was written. One that was never written here is somebody else's going on. */
function recordShown(address: string): void {
  if (unshown.length === 0) return
  const at = unshown.lastIndexOf(address)
  if (at === -1) keep([])
  else unshown = unshown.slice(at) // the last is what it was, so nothing is to be drawn
}

const forget = () => keep([])

function keep(next: string[]): void {
  if (next.length === 0 && unshown.length === 0) return
  unshown = next
  for (const listener of listeners) listener()
}
