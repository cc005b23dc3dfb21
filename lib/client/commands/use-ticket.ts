import { useState } from 'react'

const place = 'counterfoil.ticket'

/** The ticket of this visit: the page's own, else the one typed last in this tab. A reference is not personal, so it may be remembered. */
export function useTicket(ofPage: string | null): [string, (ticket: string) => void] {
  const [ticket, setTicket] = useState(() => ofPage ?? remembered())
  return [
    ticket,
    (typed) => {
      setTicket(typed)
      remember(typed)
    },
  ]
}

/** Why a ticket cannot be sent, or null. It travels in a header, which holds plain letters only. */
export function ticketTrouble(ticket: string): string | null {
  if (ticket.trim().length > 64) return 'At most 64 characters'
  return /^[\x20-\x7e]*$/.test(ticket) ? null : 'Use letters without accents, digits and signs'
}

// A browser may forbid its storage altogether.
function remembered(): string {
  try {
    return sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

function remember(ticket: string): void {
  try {
    sessionStorage.setItem(place, ticket)
  } catch {
    // Then it is typed again.
  }
}
