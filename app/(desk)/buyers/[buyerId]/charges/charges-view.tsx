'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useCallback, useMemo } from 'react'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { ChargeHistoryPage } from '@/components/charges/charge-history-page'
import { OrderLinkContext } from '@/components/charges/charge-verbs'
import { useChargeHistoryPage } from '@/components/charges/use-charge-history-page'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { late } from '@/components/ui/late'
import { rowsQuery } from '@/lib/charges/client/charge-queries'
import { countryInHistory, titleInHistory } from '@/lib/charges/known-of-buyer'
import { isReadable } from '@/lib/charges/order-facts'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { useVisitTicket } from '@/lib/client/visit-ticket'
import { orderPath } from '@/lib/core/buyer-path'
import type { Role } from '@/lib/core/roles'
import type { MerchantForPeople } from '@/lib/platform/merchants'
import { whoTheyAre } from '@/lib/reveal/reveal'
import { ChargeRefunds } from '../charge-refunds'

const Reveal = late(() => import('@/components/reveal/reveal').then((file) => file.Reveal))

type Props = {
  buyerId: string
  merchant: MerchantForPeople
  role: Role
  name: string | null
  country: string | null
  /** Of the address. */
  ticket: string | null
}

/** A buyer's whole charge history, full width. */
export function ChargesView({ buyerId, merchant, role, name, country: stored, ticket: given }: Props) {
  const ticket = useVisitTicket(given)
  const about = { merchant: merchant.code, buyerId, merchantInfo: merchant, role, ticket }
  const context = useChargeHistoryPage(merchant.code, buyerId)
  const seen = useQuery({
    ...rowsQuery({ ...context.of, filter: noChargeFilter, sort: null }, 0),
    enabled: name === null && (context.progress?.read ?? 0) > 0,
  })
  const orders = seen.data?.orders.filter(isReadable) ?? []
  const title = name ?? titleInHistory(orders)
  const country = stored ?? countryInHistory(orders)
  const refunds = useMemo(
    () => ({ merchant, buyer: { id: buyerId, email: title, country }, role, ticket }),
    [merchant, buyerId, title, country, role, ticket],
  )
  const linkOf = useCallback(
    (orderId: string) => `${location.origin}${orderPath(buyerId, orderId, merchant.code)}`,
    [buyerId, merchant.code],
  )
  return (
    <>
      <BuyerHeader
        buyerId={buyerId}
        name={title}
        country={country}
        merchant={merchant}
        reveal={name && <Reveal of={whoTheyAre} about={about} />}
      >
        <Link href={`/buyers/${buyerId}`} prefetch={false} className={buttonClass({ size: 'small' })}>
          <span>
            Buyer<span className="max-sm:sr-only"> page</span>
          </span>
        </Link>
        <AsOf asOf={context.progress?.asOf ?? 0} isRefreshing={context.reading.isFetching} onRefresh={context.reading.again} />
      </BuyerHeader>
      <Frame page className="pt-2.5! max-sm:pt-3!">
        <OrderLinkContext value={linkOf}>
          <ChargeRefunds context={refunds}>
            <ChargeHistoryPage context={context} merchant={merchant} ticket={ticket} />
          </ChargeRefunds>
        </OrderLinkContext>
      </Frame>
    </>
  )
}
