'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { rememberTicket } from '@/lib/client/visit-ticket'

/**
 * What any page takes from a link: the ticket, for the rest of this visit, and the merchant account, from then on the chosen one. Taken
 * on arrival alone: in the journal both are filters as well, and half a ticket that is typed there is none.
 */
export function LinkGiven({ merchant }: { merchant: string }) {
  const pathname = usePathname()
  const params = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const ticket = params.get('ticket')?.trim()
    if (ticket) rememberTicket(ticket)
    if (params.get('merchant')?.trim() !== merchant) return // none, or one that is not open to the person
    chooseMerchant(merchant)
    if (pathname.startsWith('/journal')) return
    // Left there, it would win over the account that is chosen next.
    const timer = setTimeout(() => {
      const rest = new URLSearchParams(location.search)
      rest.delete('merchant')
      history.replaceState(null, '', rest.size === 0 ? pathname : `${pathname}?${rest}`)
    }) // the router, which is above, follows the address from its own effect on
    return () => clearTimeout(timer)
  }, [pathname])
  return null
}
