'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { AsOf } from '@/components/buyer/as-of'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { PriceWorkbench } from '@/components/prices/price-workbench'
import { buttonClass } from '@/components/ui/button-class'
import { late } from '@/components/ui/late'
import { useVisitTicket } from '@/lib/client/visit-ticket'
import { buyerPath } from '@/lib/core/buyer-path'
import { whoTheyAre } from '@/lib/reveal/reveal'
import type { pageAbout } from '../page-about'

const Reveal = late(() => import('@/components/reveal/reveal').then((file) => file.Reveal))

type Props = Pick<ComponentProps<typeof PriceWorkbench>, 'context' | 'initial' | 'isBroken'> & {
  about: NonNullable<Awaited<ReturnType<typeof pageAbout>>['about']>
}

/** Prices of one buyer, under who that is. */
export function PricesView({ about: { ticket: given, merchant, ...who }, ...workbench }: Props) {
  const ticket = useVisitTicket(given)
  const about = { ...who, ticket, merchant: merchant.code, merchantInfo: merchant }
  const router = useRouter()
  // Who they are and which address signs is known only once a buyer that nobody had opened has been read.
  const isUnknown = who.name === null || workbench.context.buyer?.address?.source !== 'history'
  return (
    <PriceWorkbench
      {...workbench}
      onKnown={() => isUnknown && router.refresh()}
      header={(priced) => (
        <BuyerHeader {...who} merchant={merchant} reveal={who.name && <Reveal of={whoTheyAre} about={about} />}>
          <Link href={buyerPath(who.buyerId, null)} prefetch={false} className={buttonClass({ size: 'small' })}>
            <span>
              Buyer<span className="max-sm:sr-only"> page</span>
            </span>
          </Link>
          {priced.at > 0 && <AsOf of="prices" asOf={priced.at} isRefreshing={priced.isAsking} onRefresh={priced.again} />}
        </BuyerHeader>
      )}
    />
  )
}
