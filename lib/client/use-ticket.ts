import { useState } from 'react'
import { rememberedTicket, rememberTicket } from './visit-ticket'

/** The ticket of this visit: the page's own, else the one typed last in this tab. */
export function useTicket(ofPage: string | null): [string, (ticket: string) => void] {
  const [ticket, setTicket] = useState(() => ofPage ?? rememberedTicket())
  return [
    ticket,
    (typed) => {
      setTicket(typed)
      rememberTicket(typed)
    },
  ]
}

/** Why a ticket cannot be sent, or null. It travels in a header, which holds plain letters only. */
export function ticketError(ticket: string): string | null {
  if (ticket.trim().length > 64) return 'Use 64 characters or fewer'
  return /^[\x20-\x7e]*$/.test(ticket) ? null : 'Use unaccented letters, digits and symbols only'
}
