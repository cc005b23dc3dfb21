import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Ident } from '@/components/ui/ident'
import { State } from '@/components/ui/state'
import { buyerPath } from '@/lib/core/buyer-path'
import { dayWords, serviceTime } from '@/lib/core/dates'
import { compare, subtract } from '@/lib/core/money'
import { placeWords, type RefundInDetail } from '@/lib/refunds/refund'
import { RefundMeter } from './refund-meter'

type Props = { detail: RefundInDetail; merchants: readonly { code: string; name: string }[] }

/** How much of what, whose, and where the provider finds it. */
export function RefundFacts({ detail: { refund, left }, merchants }: Props) {
  const { charge, amount, currency, state } = refund
  const at = serviceTime(charge.createdAt)
  const isWhole = compare(amount, charge.amount) === 0
  return (
    <>
      <div className="flex items-end justify-between gap-3">
        <Amount value={amount} currency={currency} received size="total" />
        {charge.usd && isWhole && <span className="text-meta text-muted tabular-nums">{charge.usd} USD from the service</span>}
      </div>
      <RefundMeter
        received={charge.amount}
        before={subtract(charge.amount, left)}
        amount={state === 'refused' ? null : amount}
        currency={currency}
      />
      <DataList>
        <DataItem term="Buyer">
          <Link href={buyerPath(refund.buyerId, refund.ticket)} prefetch={false} className="text-accent hover:underline">
            {charge.buyer ?? 'Open buyer'}
          </Link>
          {merchants.length > 1 && (
            <span className="text-muted">{merchants.find(({ code }) => code === refund.merchant)?.name ?? refund.merchant}</span>
          )}
        </DataItem>
        <DataItem term="Order">
          <span className="font-mono text-meta tracking-mono">{charge.orderId}</span>
          <span className="text-muted">{[at && dayWords(at.day), ...charge.products].filter(Boolean).join(', ')}</span>
        </DataItem>
        <DataItem term="Charge">
          <Ident value={charge.chargeId} align="start" />
          <State kind="settled">{charge.status}</State>
        </DataItem>
        <DataItem term="Provider transaction">
          {charge.providerTransaction === null ? (
            <span className="text-muted">no transaction id</span>
          ) : (
            <Ident value={charge.providerTransaction} align="start" />
          )}
          <span className="text-muted">{placeWords(charge)}</span>
        </DataItem>
        <DataItem term="Paid with">{charge.method}</DataItem>
        <DataItem term="Reason">{refund.reason}</DataItem>
        <DataItem term="Ticket">{refund.ticket ?? <span className="text-muted">none</span>}</DataItem>
      </DataList>
    </>
  )
}
