'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { formatAmount } from '@/lib/core/money'
import { may, roleFor } from '@/lib/core/roles'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { type RefundContext, RefundDialog } from './refund-dialog'
import { RefundStateWord } from './refund-state'

type Props = { context: RefundContext; orderId: string; chargeId: string }

/** The verb beside a charge that was received, and what was asked of it before. */
export function RefundVerb({ context, orderId, chargeId }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(buyerRefundsQuery(context.merchant.code, context.buyer.id))
  const asked = data?.refunds.filter(({ charge }) => charge.chargeId === chargeId) ?? []
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-1">
      <Button
        size="tiny"
        disabledBecause={may(context.role, 'requestRefund') ? undefined : `needs the ${roleFor('requestRefund')} role`}
        tipPlace={{ align: 'start' }}
        onClick={() => setOpen(true)}
      >
        Request refund
      </Button>
      {asked.map(({ id, amount, currency, state, batchId }) => (
        <Link
          key={id}
          href={`/refunds?refund=${id}`}
          prefetch={false}
          className="inline-flex items-center gap-1.5 hover:underline"
        >
          <span className="text-meta text-muted tabular-nums">
            {formatAmount(amount)} {currency} refund
          </span>
          <RefundStateWord state={state} inFile={batchId !== null} />
        </Link>
      ))}
      {isOpen && <RefundDialog context={context} orderId={orderId} chargeId={chargeId} onClose={() => setOpen(false)} />}
    </span>
  )
}
