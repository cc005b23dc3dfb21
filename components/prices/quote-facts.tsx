import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { GivenAmount } from '@/components/ui/given-amount'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ReceiptRows } from '@/components/ui/receipt-rows'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useClock } from '@/components/ui/use-clock'
import { buyerPath, orderPath } from '@/lib/core/buyer-path'
import { timeIn } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import { describeProblem } from '@/lib/core/problem-words'
import { type PriceChange, priceChanges } from '@/lib/prices/price-changes'
import { describeTax } from '@/lib/prices/price-words'
import type { Quote, QuoteAgain, QuotedSubscription } from '@/lib/prices/quote'
import { doesNotAddUp, totalReceipt } from '@/lib/prices/receipt'

type Props = {
  quote: Quote
  /** Masked e-mail or name, and country. */
  buyer: { title: string | null; country: string | null }
  subscription: QuotedSubscription | null
  again: UseQueryResult<QuoteAgain>
}

/** What colleagues need to know of an offer: whose, on which subscription, how the price came about, and what it is now. */
export function QuoteFacts({ quote, buyer, subscription, again }: Props) {
  const [bundle] = quote.answer.bundles
  const rows = bundle ? totalReceipt(bundle, describeTax(quote.answer.tax)) : []
  const note = bundle ? doesNotAddUp(bundle) : null
  return (
    <Card aria-labelledby="for-colleagues">
      <CardHead title="For colleagues" id="for-colleagues">
        <span className="pr-2 text-meta text-muted">
          {quote.mine ? 'You' : quote.person}, <Time at={quote.madeAt} align="end" />
        </span>
      </CardHead>
      <CardBody className="py-2.5">
        <DataList>
          <DataItem term="Buyer">
            <span>
              <Link href={buyerPath(quote.buyerId)} prefetch={false} className="text-accent underline">
                {buyer.title ?? `buyer …${quote.buyerId.slice(-4)}`}
              </Link>
              {buyer.country && `, ${buyer.country}`}
            </span>
          </DataItem>
          {subscription && <DataItem term="Subscription">{subscription.words}</DataItem>}
          {subscription?.autocharge && (
            <DataItem term="Autocharge">
              {subscription.autocharge.isOn ? 'On' : 'Off'}
              <span className="text-muted">
                as of <Time at={subscription.autocharge.at} />
              </span>
            </DataItem>
          )}
          {quote.used && (
            <DataItem term="Used">
              <TakenUp quote={quote} />
            </DataItem>
          )}
        </DataList>
      </CardBody>
      <div className="grid gap-2 border-t px-4 py-3">
        <ReceiptRows rows={rows} label="Receipt of the offer" currency={quote.answer.currency} />
        {note && <Notice kind="neutral">{note}</Notice>}
        <PriceCheck quote={quote} again={again} />
      </div>
    </Card>
  )
}

function TakenUp({ quote: { used, buyerId, merchant } }: { quote: Quote }) {
  if (used === null) return null
  const link = 'text-accent underline'
  if (used.orderId !== null) {
    return (
      <span>
        by the buyer,{' '}
        <Link href={orderPath(buyerId, used.orderId, merchant)} prefetch={false} className={link}>
          order {used.orderId}
        </Link>
      </span>
    )
  }
  return (
    <span>
      by {used.by}, <Time at={used.at} />,{' '}
      <Link href={`/journal?entry=${used.actionId}`} prefetch={false} className={link}>
        see the journal
      </Link>
    </span>
  )
}

/** Whether the price is still what it was, by what the service said a moment ago. */
function PriceCheck({ quote, again }: Pick<Props, 'quote' | 'again'>) {
  const { zone } = useClock(0)
  if (again.error) {
    return <ProblemNotice {...describeProblem(again.error)} title="We couldn’t ask again" onRetry={() => void again.refetch()} />
  }
  if (!again.data) return <Skeleton className="h-5 w-48" />
  const changes = priceChanges(quote.answer, again.data.now)
  const at = timeIn(again.dataUpdatedAt, zone)
  const askAgain = (
    <Button size="tiny" variant="quiet" disabled={again.isFetching} onClick={() => void again.refetch()}>
      {again.isFetching ? 'Asking…' : 'Ask again'}
    </Button>
  )
  if (changes.length === 0) {
    return (
      <Hint icon={CircleCheck} className="text-settled" act={askAgain}>
        Asked again at {at}. Same price.
      </Hint>
    )
  }
  return (
    <>
      <Hint icon={TriangleAlert} className="text-deferred" act={askAgain}>
        Asked again at {at}. <Changed changes={changes} currency={again.data.now.currency} />
      </Hint>
      <ChangeRows changes={changes} />
    </>
  )
}

function Changed({ changes: [first], currency }: { changes: PriceChange[]; currency: string | null }) {
  if (first?.what === 'Currency') return `Now in another currency, ${first.now}, was ${first.before}.`
  if (first?.what !== 'Total') return 'The price is made up differently now.'
  const words = (amount: string) => (amount === '–' ? 'no price' : `${formatAmount(amount)}\u00a0${currency ?? ''}`)
  return (
    <>
      Now <b className="font-semibold">{words(first.now)}</b>, was {words(first.before)}.
    </>
  )
}

type HintProps = { icon: typeof CircleCheck; className: string; children: ReactNode; act?: ReactNode }

function Hint({ icon, className, children, act }: HintProps) {
  return (
    <div className="flex items-center gap-2 text-table">
      <Icon of={icon} size={14} className={className} />
      <p role="status" className="min-w-0 flex-auto">
        {children}
      </p>
      {act}
    </div>
  )
}

function ChangeRows({ changes }: { changes: PriceChange[] }) {
  return (
    <table className="w-full text-table" aria-label="Changed values">
      <thead>
        <tr className="text-left text-meta text-muted">
          <th className="py-1 font-medium">What</th>
          <th className="py-1 text-right font-medium">Then</th>
          <th className="py-1 text-right font-medium">Now</th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {changes.map(({ what, before, now }) => (
          <tr key={what}>
            <th scope="row" className="py-1 text-left font-normal">
              {what}
            </th>
            <td className="py-1 text-right text-muted">
              <GivenAmount amount={before} />
            </td>
            <td className="py-1 text-right font-semibold">
              <GivenAmount amount={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
