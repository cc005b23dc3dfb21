import { Amount } from '@/components/ui/amount'
import { Table } from '@/components/ui/table'
import { moneyByCurrency } from '@/lib/charges/money-by-currency'
import { factsOf, isReadable, productTitle, shownAmount } from '@/lib/charges/order-facts'
import { outcomeOf } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { countOf } from '@/lib/core/count-of'
import { formatDay, serviceTime } from '@/lib/core/dates'
import type { Order, OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'

type Props = {
  orders: readonly OrderOrUnreadable[]
  /** What the statement leaves out: a filter, orders not loaded. Null where it is whole. */
  limits: string | null
}

/** What is printed of a page with a history: period, every order, totals by currency. */
export function Statement({ orders, limits }: Props) {
  const readable = orders.filter(isReadable)
  const unread = orders.length - readable.length
  return (
    <div className="hidden text-table print:block">
      <p className="mb-2 text-ink-2">
        {formatPeriod(readable)}. {`${countOf(orders.length, 'order')}${limits ? `, ${limits}` : ''}.`} Times are in service time.
        {unread > 0 && ` We couldn’t read ${unread}, so totals leave ${unread === 1 ? 'it' : 'them'} out.`}
      </p>
      <Table>
        <thead>
          <tr>
            <th>Service time</th>
            <th>Order</th>
            <th>Product</th>
            <th>Method</th>
            <th>Outcome</th>
            <th className="text-right!">Amount</th>
          </tr>
        </thead>
        <tbody>
          {readable.map((order) => (
            <StatementRow key={order.orderId} order={order} />
          ))}
        </tbody>
      </Table>
      <h3 className="mt-4 mb-1 font-semibold">Money received</h3>
      {moneyByCurrency(readable).map(({ currency, received, usd }) => (
        <p key={currency}>
          <Amount value={received} currency={currency} usd={usd} usdNote="per the service" received />
        </p>
      ))}
    </div>
  )
}

function StatementRow({ order }: { order: Order }) {
  const facts = factsOf(order)
  const { amount, currency, usd, received } = shownAmount(facts)
  return (
    <tr className="break-inside-avoid">
      <td className="tabular-nums">{order.createdAt ?? '–'}</td>
      <td className="font-mono text-meta">{order.orderId}</td>
      <td className="whitespace-normal!">
        {order.products.length === 0 && '–'}
        {order.products.map((product, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in an order twice, and lines never change places.
          <bdi key={index} className="block">
            {productTitle(product) ?? '–'}
          </bdi>
        ))}
      </td>
      <td>{methodName((facts.charges.received[0] ?? facts.attempts.at(-1)?.charge)?.paymentMethod ?? null)}</td>
      <td className="whitespace-normal!">{outcomeOf(facts).words}</td>
      <td>
        <Amount value={amount} currency={currency} usd={usd} received={received} column />
      </td>
    </tr>
  )
}

function formatPeriod(orders: readonly Order[]): string {
  const days = orders.flatMap(({ createdAt }) => serviceTime(createdAt)?.day ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? `${formatDay(first)} to ${formatDay(last)}` : 'No period'
}
