import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { shownAmount, tellingCharge } from '@/lib/charges/order-facts'
import { outcomeLine } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { cn } from '@/lib/core/cn'
import { formatDay, serviceTime, shortDay } from '@/lib/core/dates'
import type { Order } from '@/lib/operations/schemas/charge-history'
import type { RowLayout } from './order-item'
import { ProductNames } from './product-words'

const phone = 'row-narrow:grid-cols-[1.25rem_minmax(0,1fr)_auto] row-narrow:min-h-13 row-narrow:gap-x-2.5 row-narrow:py-2'
const fewColumns = 'row-wide:grid-cols-[1.25rem_5.5rem_minmax(8rem,1fr)_minmax(0,13.5rem)_minmax(6.5rem,auto)_1rem]'
const manyColumns = 'row-wide:grid-cols-[1.25rem_6.25rem_minmax(8rem,1fr)_minmax(0,13.75rem)_minmax(6rem,auto)_1rem]'

/** The look of a row of a long list, for what isn't an order too. */
export const longRow = cn('grid min-h-9 w-full items-center gap-x-3 pr-3 pl-4 text-left text-table', phone, manyColumns)

/** A row of a short history: the day with its year, what was bought, how it was paid, what it came to. */
export const shortRows: RowLayout = {
  row: cn('min-h-11', phone, fewColumns),
  state: 'size-5!',
  chevron: 'row-narrow:hidden print:hidden',
  cells: cellsWith(({ createdAt }) => {
    const time = serviceTime(createdAt)
    return time ? formatDay(time.day) : null
  }),
}

/** A row of a long history, under a heading that has the year. */
export const longRows: RowLayout = {
  ...shortRows,
  row: cn('min-h-9 scroll-mt-12', phone, manyColumns),
  cells: cellsWith(({ createdAt }) => {
    const time = serviceTime(createdAt)
    return time ? `${shortDay(time.day, time.day)}, ${time.time.slice(0, 5)}${time.zone}` : null
  }),
}

function cellsWith(dateOf: (order: Order) => string | null): RowLayout['cells'] {
  return (facts) => {
    const { order, charges } = facts
    const { amount, currency, received } = shownAmount(facts)
    const charge = tellingCharge(facts)
    const date = dateOf(order) ?? order.createdAt ?? '–'
    const times = charges.received.length
    return (
      <>
        <span className="whitespace-nowrap text-ink-2 tabular-nums row-narrow:hidden">{date}</span>
        <span className="row-wide:truncate">
          <span className="mr-1 font-medium">
            <ProductNames order={order} />
          </span>{' '}
          <span className="text-muted">
            {[
              order.products.length > 0 && order.products.every(({ isTrial }) => isTrial) && 'trial',
              charge ? methodName(charge.paymentMethod) : order.type,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-1.5 row-narrow:col-span-2 row-narrow:col-start-2 row-narrow:row-start-2 row-narrow:text-meta">
          <span className="flex-none text-muted tabular-nums row-wide:hidden">{date}</span>
          <span className="line-clamp-2 min-w-0 py-0.5 leading-4">{outcomeLine(facts)}</span>
          {times > 1 && <Badge kind="deferred" raw>{`${times}×`}</Badge>}
        </span>
        <Amount value={amount} currency={currency} received={received} column />
      </>
    )
  }
}
