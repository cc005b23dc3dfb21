'use client'

import { useMemo } from 'react'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Skeleton } from '@/components/ui/skeleton'
import { describeCoverage, type HistoryState, type LoadedHistory, missingOf } from '@/lib/charges/history-pieces'
import { type CurrencyMoney, moneyByCurrency } from '@/lib/charges/money-by-currency'
import { receivedByMonth } from '@/lib/charges/months'
import { isReadable } from '@/lib/charges/order-facts'
import { monthWord } from '@/lib/core/dates'
import { compare, formatAmount, share } from '@/lib/core/money'

type Props = {
  history: LoadedHistory
  state: HistoryState
  /** `YYYY-MM` in the merchant account's zone: the last of the twelve bars. */
  month: string
}

/** Money received per currency, never added across currencies. USD amounts are the service's own. */
export function MoneyCard({ history, state, month }: Props) {
  const orders = useMemo(() => history.orders.filter(isReadable), [history.orders])
  const currencies = useMemo(() => moneyByCurrency(orders), [orders])
  const missing = missingOf({ ...history, state })
  const missed = currencies.flatMap(({ currency, notReceived }) =>
    notReceived.map(({ amount, word }) => `${formatAmount(amount)} ${currency} ${word}`),
  )
  return (
    <Card aria-labelledby="money-received">
      <CardHead title="Money received" id="money-received">
        <span className="pr-2 text-meta text-muted tabular-nums">
          {state === 'read' && (describeCoverage(history) ?? missing?.says ?? 'all orders')}
        </span>
      </CardHead>
      {state === 'failed' && (
        <p className="px-4 py-3 text-muted text-table">Unknown, because the charge history didn’t load. Refresh to try again.</p>
      )}
      {state === 'loading' && <Skeleton className="mx-4 my-3 h-10 w-40" />}
      {state === 'read' && currencies.every(({ received }) => received === null) && (
        <p className="px-4 py-3 text-muted text-table">
          No money received {missing === null ? 'from this buyer' : missing.among}.
        </p>
      )}
      <div className="divide-y">
        {currencies
          .filter(({ received }) => received !== null)
          .map((money) => (
            <div key={money.currency} className="flex items-end justify-between gap-x-4 px-4 py-3">
              <Amount
                value={money.received}
                currency={money.currency}
                usd={money.usd}
                usdNote={usdNote(money)}
                received
                size="total"
                className="min-w-0"
              />
              <MonthBars months={receivedByMonth(orders, money.currency, month)} currency={money.currency} />
            </div>
          ))}
      </div>
      {missed.length > 0 && <CardFoot>Not received: {missed.join(', ')}</CardFoot>}
    </Card>
  )
}

function usdNote({ receivedOrders, withoutUsd }: CurrencyMoney): string {
  const orders = receivedOrders === 1 ? '1 order' : `${receivedOrders.toLocaleString('en')} orders`
  return withoutUsd === 0 ? `per the service, ${orders}` : `per the service, ${orders}, ${withoutUsd} without USD`
}

type MonthBarsProps = { months: readonly { month: string; amount: string }[]; currency: string }

const step = 9
const height = 32

/** Twelve months in one hue, because colours stand for states elsewhere. A month without money is a line. */
function MonthBars({ months, currency }: MonthBarsProps) {
  const highestAmount = months.reduce((highest, { amount }) => (compare(amount, highest) > 0 ? amount : highest), '0')
  const name = (month: string) => `${monthWord(month)} ${month.slice(0, 4)}`
  const label = `Money received in ${currency} by month, ${name(months[0]?.month ?? '')} to ${name(months.at(-1)?.month ?? '')}`
  return (
    <svg role="img" aria-label={label} width={months.length * step} height={height} className="flex-none print:hidden">
      {months.map(({ month, amount }, index) => {
        const bar = Math.max(1, Math.round(share(amount, highestAmount) * height))
        return (
          <rect
            key={month}
            x={index * step}
            y={height - bar}
            width={step - 3}
            height={bar}
            className={bar === 1 ? 'fill-line-strong' : index === months.length - 1 ? 'fill-chart-1' : 'fill-chart-2'}
          >
            <title>{`${name(month)}: ${amount} ${currency}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
