'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Time } from '@/components/ui/time'
import { formatAmount } from '@/lib/core/money'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import { RefundStateWord } from './refund-state'

/** What the refund desk has for the person: how much there is to decide, and what became of their own requests. */
export function RefundsWaiting() {
  const { data } = useQuery(waitingQuery)
  if (!data) return null
  const { waiting, overdue, oldest, mine } = data.refunds
  if (waiting === 0 && mine.length === 0) return null
  return (
    <Card aria-labelledby="refunds-waiting">
      <CardHead title="Refunds" id="refunds-waiting" />
      <ul className="divide-y">
        {waiting > 0 && (
          <li className="relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-table hover:bg-hover">
            <span>
              <Link href="/refunds" prefetch={false} className="font-medium after:absolute after:inset-0">
                {waiting === 1 ? '1 refund to decide' : `${waiting} refunds to decide`}
              </Link>
              {oldest !== null && (
                <span className="block text-meta text-muted">
                  oldest from <Time at={oldest} focusable={false} align="start" />
                </span>
              )}
            </span>
            {overdue > 0 && <Badge kind="deferred">{overdue} over 24 h</Badge>}
          </li>
        )}
        {mine.map(({ id, amount, currency, charge, state, steps, batchId }) => (
          <li
            key={id}
            className="relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-table hover:bg-hover"
          >
            <span className="min-w-0">
              <Link
                href={`/refunds?refund=${id}`}
                prefetch={false}
                className="font-medium tabular-nums after:absolute after:inset-0"
              >
                {formatAmount(amount)} {currency}
              </Link>
              <span className="block truncate text-meta text-muted">your request, {charge.buyer ?? charge.orderId}</span>
            </span>
            <span className="grid justify-items-end gap-0.5">
              <RefundStateWord state={state} inFile={batchId !== null} />
              <Time at={steps.at(-1)?.at ?? ''} focusable={false} align="end" className="text-meta text-muted" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
