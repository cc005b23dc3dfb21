'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { ChargeDesk } from '@/components/charges/charge-desk'
import { useChargeDesk } from '@/components/charges/use-charge-desk'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import type { Role } from '@/lib/roles'
import type { MerchantForPeople } from '@/lib/server/merchants'

const Reveal = dynamic(() => import('@/components/reveal/reveal').then((module) => module.Reveal), { ssr: false })

type Props = {
  buyerId: string
  merchant: MerchantForPeople
  role: Role
  name: string | null
  country: string | null
  ticket: string | null
}

/** A buyer's whole charge history, full width. */
export function ChargesView({ buyerId, merchant, role, name, country, ticket }: Props) {
  const about = { merchant: merchant.code, buyerId, account: merchant, role, ticket }
  const desk = useChargeDesk(merchant.code, buyerId)
  return (
    <>
      <BuyerHeader {...{ buyerId, name, country, merchant }} reveal={name && <Reveal what="email" about={about} isHead />}>
        <Link href={`/buyers/${buyerId}`} prefetch={false} className={buttonClass({ size: 'small' })}>
          <span>
            Buyer<span className="max-sm:sr-only"> page</span>
          </span>
        </Link>
        <AsOf asOf={desk.progress?.asOf ?? 0} isRefreshing={desk.reading.isFetching} onRefresh={desk.reading.again} />
      </BuyerHeader>
      <Frame page>
        <ChargeDesk desk={desk} merchant={merchant} ticket={ticket} />
      </Frame>
    </>
  )
}
