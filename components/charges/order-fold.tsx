import Link from 'next/link'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import type { Attempt } from '@/lib/charges/attempts'
import { factsOf, productTitle } from '@/lib/charges/order-facts'
import { type Story, storyOf } from '@/lib/charges/story'
import { formatAmount, sum } from '@/lib/core/money'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { AttemptRung, rungGrid } from './attempt-rung'

/** The unfolded order: its attempts, how the amount came about, what happened and what to tell the customer. */
export function OrderFold({ order }: { order: Order }) {
  const facts = factsOf(order)
  const { received } = facts.charges
  return (
    <div className="relative grid gap-3 pr-4 pb-4 pl-13 max-sm:px-3">
      <span aria-hidden className="absolute -top-3 bottom-4 left-[1.72rem] border-line-strong border-l max-sm:hidden" />
      {facts.attempts.length > 0 && <AttemptLadder attempts={facts.attempts} order={order} />}
      {order.products.length > 1 &&
        order.products.map((product, index) => (
          <PriceSum
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in an order twice, and lines never change places.
            key={index}
            title={productTitle(product) ?? 'Unnamed product'}
            prices={product.prices}
            asked={product.prices?.amountWithDiscountAndCouponAndTax}
          />
        ))}
      <div className="flex flex-wrap items-end gap-x-4.5 gap-y-1">
        <PriceSum
          title={order.products.length > 1 ? 'The order' : severalOf(order)}
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

/** An order carries the id of the action that made it, so it's recognised when it's paid even if the answer was lost. */
function MadeHere({ actionId }: { actionId: string | null }) {
  if (actionId === null) return null
  return (
    <p className="text-meta text-muted">
      From a payment link created here:{' '}
      <Link href={`/journal?entry=${actionId}`} prefetch={false} className="text-accent underline">
        action {actionId.slice(0, 8)}
      </Link>
    </p>
  )
}

function receivedLabel(count: number): string {
  if (count === 0) return 'Money received'
  return count === 1 ? 'Money received, once' : `Money received, in ${count} charges`
}

/** Title for an order of several pieces of one product, else null: the row above already names the product. */
function severalOf({ products: [product] }: Order): string | null {
  return product && (product.quantity ?? 1) > 1 ? (productTitle(product) ?? `${product.quantity} × Unnamed product`) : null
}

/** The attempts of an order in the order they were made. */
function AttemptLadder({ attempts, order }: { attempts: readonly Attempt[]; order: Order }) {
  return (
    <div className="rounded-control border bg-surface text-table">
      <div aria-hidden className={`${rungGrid} h-7 border-b font-medium text-meta text-muted max-sm:hidden`}>
        <span />
        <span>Target</span>
        <span>Time</span>
        <span>Method and provider (mid)</span>
        <span className="text-right">Amount</span>
        <span className="text-right">Status</span>
      </div>
      <ol aria-label={`Attempts of order ${order.orderId}`}>
        {attempts.map((rung) => (
          <AttemptRung key={rung.charge.chargeId} rung={rung} order={order} />
        ))}
      </ol>
    </div>
  )
}

/** What happened, for the agent, and a text for the customer to copy. */
function StoryBox({ story }: { story: Story }) {
  return (
    <div className="grid rounded-control border bg-raised text-table sm:grid-cols-2">
      <Side title="What happened">{story.staffText}</Side>
      <Side title="What to tell the customer" beside={<CopyButton text={story.customerText} />}>
        {story.customerText}
      </Side>
    </div>
  )
}

function Side({ title, beside, children }: { title: string; beside?: ReactNode; children: string }) {
  return (
    <div className="px-3 pt-2.5 pb-3 not-first:border-t sm:not-first:border-t-0 sm:not-first:border-l">
      <div className="mb-0.5 flex min-h-6 items-center justify-between">
        <h4 className="font-medium text-meta text-muted">{title}</h4>
        {beside}
      </div>
      <p className="max-w-[60ch] wrap-anywhere">{children}</p>
    </div>
  )
}

type GivenPrices = Partial<NonNullable<Order['products'][number]['prices']>>

type PriceSumProps = {
  title: string | null
  prices: GivenPrices | null
  asked: string | null | undefined
}

/** The price in one line: origin − discount − coupon + tax = asked. Every number is as given, none corrected. */
function PriceSum({ title, prices, asked }: PriceSumProps) {
  if (!prices) return null
  const parts = [
    { label: 'List price', sign: '', amount: prices.origin },
    { label: withPercent('Discount', prices.discountPercent), sign: '−', amount: prices.discount },
    {
      label: withPercent(prices.couponCode ? `${prices.couponCode},` : 'Coupon', prices.couponPercent),
      sign: '−',
      amount: prices.coupon,
    },
    { label: withPercent('Tax', prices.taxPercent), sign: '+', amount: prices.tax },
    { label: 'To pay', sign: '=', amount: asked },
  ].filter(({ amount }) => amount != null)
  if (parts.length === 0) return null
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-x-4.5 gap-y-1 px-0.5 text-table tabular-nums">
      {title !== null && (
        <span dir="auto" className="basis-full text-left font-medium wrap-anywhere">
          {title}
        </span>
      )}
      {parts.map(({ label, sign, amount }) => (
        <span key={label} className="grid">
          <span className="text-meta text-muted">{label}</span>
          <span>
            {sign && <span className="mr-1 text-muted">{sign}</span>}
            {formatAmount(amount ?? '')}
          </span>
        </span>
      ))}
    </div>
  )
}

/** `Discount 25 %`: the percentage as given, without trailing zeros. */
function withPercent(label: string, percent: string | null | undefined): string {
  return percent == null ? label : `${label} ${percent.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))}%`
}
