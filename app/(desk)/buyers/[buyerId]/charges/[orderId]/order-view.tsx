'use client'

import Link from 'next/link'
import { useCallback, useMemo } from 'react'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { OrderLinkContext } from '@/components/charges/charge-verbs'
import { OnlyOrder } from '@/components/charges/only-order'
import { useHistory } from '@/components/charges/use-history'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { countryInHistory, titleInHistory } from '@/lib/charges/known-of-buyer'
import { isReadable } from '@/lib/charges/order-facts'
import { useVisitTicket } from '@/lib/client/visit-ticket'
import { orderPath } from '@/lib/core/buyer-path'
import type { Role } from '@/lib/core/roles'
import type { MerchantForPeople } from '@/lib/platform/merchants'
import { ChargeRefunds } from '../../charge-refunds'

type Props = {
  buyerId: string
  merchant: MerchantForPeople
  name: string | null
  country: string | null
  role: Role
  /** Of the address. */
  ticket: string | null
  orderId: string
}

/** One order of a buyer, with the way to the buyer's own page. */
export function OrderView({ buyerId, merchant, role, ticket, orderId, ...stored }: Props) {
  useVisitTicket(ticket)
  const history = useHistory(merchant.code, buyerId)
  const orders = history.orders.filter(isReadable)
  const name = stored.name ?? titleInHistory(orders)
  const country = stored.country ?? countryInHistory(orders)
  const refunds = useMemo(
    () => ({ merchant, buyer: { id: buyerId, email: name, country }, role, ticket }),
    [merchant, buyerId, name, country, role, ticket],
  )
  const linkOf = useCallback(
    (of: string) => `${location.origin}${orderPath(buyerId, of, merchant.code)}`,
    [buyerId, merchant.code],
  )
  return (
    <OrderLinkContext value={linkOf}>
      <BuyerHeader buyerId={buyerId} name={name} country={country} merchant={merchant}>
        <Link
          href={`/buyers/${buyerId}?order=${encodeURIComponent(orderId)}`}
          prefetch={false}
          className={buttonClass({ size: 'small' })}
        >
          <span>
            Buyer<span className="max-sm:sr-only"> page</span>
          </span>
        </Link>
        <AsOf asOf={history.asOf} isRefreshing={history.state === 'loading'} onRefresh={history.refresh} />
      </BuyerHeader>
      <Frame page>
        <ChargeRefunds context={refunds} isReadOnly>
          <OnlyOrder history={history} orderId={orderId} />
        </ChargeRefunds>
      </Frame>
    </OrderLinkContext>
  )
}
