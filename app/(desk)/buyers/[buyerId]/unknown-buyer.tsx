'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { BuyerHeader } from '@/components/buyer/buyer-header'
import { Find } from '@/components/search/find'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Frame } from '@/components/ui/frame'
import { Ident } from '@/components/ui/ident'
import { MerchantMark } from '@/components/ui/merchant-mark'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { MerchantForPeople } from '@/lib/platform/merchants'

type Props = {
  buyerId: string
  merchant: MerchantForPeople
  /** The other merchant accounts of the person, where the buyer may be. */
  others: readonly MerchantForPeople[]
  ticket: string | null
  traceId: string | null
}

/** There is no buyer with this id in the merchant account: the ways on, and nothing else. */
export function UnknownBuyer({ buyerId, merchant, others, ticket, traceId }: Props) {
  return (
    <>
      <BuyerHeader buyerId={buyerId} name="Unknown buyer" country={null} merchant={merchant}>
        {null}
      </BuyerHeader>
      <Frame page>
        <Card aria-labelledby="unknown-buyer" className="grid max-w-209 gap-4 p-5">
          <div className="grid justify-items-start gap-1.5">
            <h2 id="unknown-buyer" className="font-semibold text-title">
              No buyer with this id on {merchant.name}.
            </h2>
            <p className="text-body text-ink-2">
              {others.length === 0
                ? 'A character of the id may be wrong.'
                : `It may belong to ${listOfNames.format(others.map(({ name }) => name))}, or a character may be wrong.`}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {others.map((other, index) => (
              <TryAccount key={other.code} buyerId={buyerId} other={other} isFirst={index === 0} />
            ))}
            {traceId !== null && (
              <span className="inline-flex items-center gap-1.5 text-meta text-muted">
                trace <Ident value={traceId} />
              </span>
            )}
          </div>
          <Find merchant={merchant} ticket={ticket} initial={null} />
        </Card>
      </Frame>
    </>
  )
}

const listOfNames = new Intl.ListFormat('en', { type: 'disjunction' })

/** Asks another merchant account for the buyer, and opens it there. */
function TryAccount({ buyerId, other, isFirst }: { buyerId: string; other: MerchantForPeople; isFirst: boolean }) {
  const router = useRouter()
  const asking = useMutation({
    mutationFn: () => request(routes.buyerOrders(buyerId), { merchant: other.code }),
    onSuccess: () => {
      chooseMerchant(other.code)
      router.refresh()
    },
  })
  const isNone = asking.error?.problem.kind === 'notFound'
  const says = isNone
    ? `${other.name} has no buyer with this id either.`
    : asking.error && `We couldn’t ask ${other.name}. ${asking.error.problem.detail} Try again.`
  return (
    <>
      <Button
        size="small"
        variant={isFirst ? 'primary' : 'default'}
        aria-busy={asking.isPending || asking.isSuccess || undefined}
        disabledBecause={isNone ? says || undefined : asking.isPending || asking.isSuccess ? `Asking ${other.name}…` : undefined}
        onClick={() => asking.mutate()}
      >
        <MerchantMark colour={other.colour} />
        Try {other.name}
      </Button>
      <span role="status" className="text-ink-2 text-table">
        {says}
      </span>
    </>
  )
}
