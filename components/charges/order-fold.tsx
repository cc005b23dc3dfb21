import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { factsOf } from '@/lib/charges/order-facts'
import { storyOf } from '@/lib/charges/story'
import { sum } from '@/lib/money'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { actionOfOrder } from '@/lib/order-mark'
import { AttemptLadder } from './attempt-ladder'
import { PriceSum } from './price-sum'
import { StoryBox } from './story-box'

/** What an order consists of: attempts, how the amount came about, and both sides of the story. It hangs from its row by the rail. */
export function OrderFold({ order }: { order: Order }) {
  const facts = factsOf(order)
  const { received } = facts.charges
  return (
    <div className="relative grid gap-3 pr-4 pb-4 pl-13 max-sm:px-3">
      <span aria-hidden className="absolute -top-3 bottom-4 left-[1.72rem] border-line-strong border-l max-sm:hidden" />
      {facts.ladder.length > 0 && <AttemptLadder ladder={facts.ladder} order={order} />}
      {order.products.length > 1 &&
        order.products.map((product, at) => (
          <PriceSum
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in an order twice, and lines never change places.
            key={at}
            title={lineTitle(product)}
            prices={product.prices}
            asked={product.prices?.amountWithDiscountAndCouponAndTax}
          />
        ))}
      <div className="flex flex-wrap items-end gap-x-4.5 gap-y-1">
        <PriceSum
          title={order.products.length > 1 ? 'The order' : null}
          prices={{ ...(order.products.length === 1 ? order.products[0]?.prices : null), ...order.totalPrices }}
          asked={order.totalPrices?.amountWithDiscountAndCouponAndTax}
        />
        <div className="ml-auto grid justify-items-end text-table">
          <span className="text-meta text-muted">{receivedLabel(received.length)}</span>
          <Amount
            value={received.length === 0 ? null : sum(received.map(({ amount }) => amount))}
            currency={received.length === 0 ? null : order.currency}
            received
          />
        </div>
      </div>
      <StoryBox story={storyOf(order)} />
      <MadeHere actionId={actionOfOrder(order.metaData)} />
    </div>
  )
}

/** An order carries the id of the action that made it, so that one whose answer was lost is known again when it is paid. */
function MadeHere({ actionId }: { actionId: string | null }) {
  if (actionId === null) return null
  return (
    <p className="text-meta text-muted">
      From a payment link made here:{' '}
      <Link href={`/journal?entry=${actionId}`} prefetch={false} className="text-accent hover:underline">
        action {actionId.slice(0, 8)}
      </Link>
    </p>
  )
}

function receivedLabel(count: number): string {
  if (count === 0) return 'Money received'
  return count === 1 ? 'Money received, once' : `Money received, in ${count} charges`
}

function lineTitle({ name, code, quantity }: Order['products'][number]): string {
  return `${quantity !== null && quantity > 1 ? `${quantity} × ` : ''}${name ?? code ?? 'Product not named'}`
}
