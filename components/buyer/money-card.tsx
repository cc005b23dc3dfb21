'use client'

import { useMemo } from 'react'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Skeleton } from '@/components/ui/skeleton'
import { coverageWords, type LoadedHistory } from '@/lib/charges/history-pieces'
import { type CurrencyMoney, moneyByCurrency } from '@/lib/charges/money-by-currency'
import { receivedByMonth } from '@/lib/charges/months'
import { isReadable } from '@/lib/charges/order-facts'
import { formatAmount } from '@/lib/money'
import { MonthBars } from './month-bars'

type Props = {
  history: LoadedHistory
  state: 'loading' | 'failed' | 'read'
  /** `YYYY-MM` in the merchant account's zone: the last of the twelve bars. */
  month: string
}

/** Money received by currency, never across currencies; USD beside it as given. */
export function MoneyCard({ history, state, month }: Props) {
  const orders = useMemo(() => history.orders.filter(isReadable), [history.orders])
  const currencies = useMemo(() => moneyByCurrency(orders), [orders])
  const missed = currencies.flatMap(({ currency, notReceived }) =>
    notReceived.map(({ amount, word }) => `${formatAmount(amount)} ${currency} ${word}`),
  )
  return (
    <Card aria-labelledby="money-received">
      <CardHead title="Money received" id="money-received">
        <span className="pr-2 text-meta text-muted tabular-nums">
          {state === 'read' && (coverageWords(history) ?? 'all orders')}
        </span>
      </CardHead>
      {state === 'failed' && <p className="px-4 py-3 text-muted text-table">Not known: the charge history could not be read.</p>}
      {state === 'loading' && <Skeleton className="mx-4 my-3 h-10 w-40" />}
      {state === 'read' && currencies.every(({ received }) => received === null) && (
        <p className="px-4 py-3 text-muted text-table">
          No money was received {history.complete ? 'from this buyer' : 'in the orders loaded so far'}.
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
  return withoutUsd === 0 ? `as given, ${orders}` : `as given, ${orders}, ${withoutUsd} without USD`
}
