import { useEffect, useState, useSyncExternalStore } from 'react'

const place = 'counterfoil.ticket'
const changed = 'counterfoil-ticket'

// A reference is not personal, so it may be remembered; a browser may forbid its storage altogether.
export function rememberedTicket(): string {
  try {
    return sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

export function rememberTicket(ticket: string): void {
  try {
    sessionStorage.setItem(place, ticket)
  } catch {
    // Then it is typed again.
  }
  document.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void) {
  document.addEventListener(changed, listener)
  return () => document.removeEventListener(changed, listener)
}

/** The ticket of this visit: that of the address, from then on remembered in this tab until another is typed. Null without any. */
export function useVisitTicket(ofAddress: string | null): string | null {
  const remembered = useSyncExternalStore(subscribe, rememberedTicket, () => '')
  const [taken, setTaken] = useState<string | null>(null)
  useEffect(() => {
    if (ofAddress === null) return
    rememberTicket(ofAddress)
    setTaken(ofAddress)
  }, [ofAddress])
  return ofAddress !== null && taken !== ofAddress ? ofAddress : remembered.trim() || null
}
