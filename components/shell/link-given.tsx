'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { late } from '@/components/ui/late'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { rememberTicket } from '@/lib/client/visit-ticket'
import type { DashboardMerchant } from './merchant-switch'

// Hardly any link names an account that is closed to the person.
const ClosedMerchant = late(() => import('./closed-merchant').then((file) => file.ClosedMerchant))

type Props = {
  /** Code of the merchant account that is shown. */
  merchant: string
  merchants: readonly DashboardMerchant[]
}

/**
 * What any page takes from a link: the ticket, for the rest of this visit, and the merchant account, from then on the chosen one. Taken
 * on arrival alone: in the journal both are filters as well, and half a ticket that is typed there is none. An account that is not open to
 * the person is named, so that nobody takes what they see for what the link meant.
 */
export function LinkGiven({ merchant, merchants }: Props) {
  const pathname = usePathname()
  const params = useSearchParams()
  const named = params.get('merchant')?.trim() ?? ''
  const isClosed = named !== '' && !pathname.startsWith('/journal') && !merchants.some(({ code }) => code === named)
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
  if (!isClosed) return null
  const shown = merchants.find(({ code }) => code === merchant)?.name ?? merchant
  return <ClosedMerchant named={named} shown={shown} />
}
