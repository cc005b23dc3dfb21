'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useContext, useState } from 'react'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/late'
import { OutageContext } from '@/lib/client/outage'
import { formatAmount } from '@/lib/core/money'
import { may, needsRole } from '@/lib/core/roles'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { RefundBadge } from './refund-state'
import type { RefundContext } from './use-refund-request'

const RefundDialog = onDemand(() => import('./refund-dialog').then((file) => file.RefundDialog))

type Props = { context: RefundContext; orderId: string; chargeId: string }

/** The verb beside a charge that was received, and what was asked of it before. */
export function RefundVerb({ context, orderId, chargeId }: Props) {
  const [isOpen, setOpen] = useState(false)
  const outage = useContext(OutageContext)
  const refusal = may(context.role, 'requestRefund') ? outage : needsRole('requestRefund')
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-1">
      <Button size="tiny" disabledBecause={refusal ?? undefined} tipPlace={{ align: 'start' }} onClick={() => setOpen(true)}>
        Request refund
      </Button>
      <RefundsOfCharge context={context} chargeId={chargeId} isBrief={false} />
      {isOpen && <RefundDialog context={context} orderId={orderId} chargeId={chargeId} onClose={() => setOpen(false)} />}
    </span>
  )
}

type OfCharge = { context: Pick<RefundContext, 'merchant' | 'buyer'>; chargeId: string; isBrief: boolean }

/** What became of the refunds of a charge, each leading to its request; `isBrief` leaves out the amounts. */
export function RefundsOfCharge({ context: { merchant, buyer }, chargeId, isBrief }: OfCharge) {
  const { data } = useQuery(buyerRefundsQuery(merchant.code, buyer.id))
  const asked = data?.refunds.filter(({ charge }) => charge.chargeId === chargeId) ?? []
  return asked.map((refund) => (
    <Link
      key={refund.id}
      href={`/refunds?refund=${refund.id}`}
      prefetch={false}
      className="inline-flex flex-wrap items-center gap-x-1.5 hover:underline"
    >
      {!isBrief && (
        <span className="whitespace-nowrap text-meta text-muted tabular-nums">
          {formatAmount(refund.amount)} {refund.currency}
        </span>
      )}
      <RefundBadge refund={refund} />
    </Link>
  ))
}
