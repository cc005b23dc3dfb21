import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ReplyText } from '@/components/replies/reply-text'
import { Amount } from '@/components/ui/amount'
import { Icon } from '@/components/ui/icon'
import { allFieldsOf } from '@/lib/charges/all-fields'
import type { Attempt } from '@/lib/charges/attempts'
import { counterfoilsOf } from '@/lib/charges/counterfoil'
import { currencyOf } from '@/lib/charges/money-words'
import { factsOf, productTitle } from '@/lib/charges/order-facts'
import { whatHappened } from '@/lib/charges/what-happened'
import { whatToTell } from '@/lib/charges/what-to-tell'
import { formatAmount, sumByCurrency } from '@/lib/core/money'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { Order, OrderProduct } from '@/lib/operations/schemas/charge-history'
import { AttemptRung, rungGrid } from './attempt-rung'
import { CounterfoilCard } from './counterfoil'

/** The unfolded order: what happened, what is handed out about it, its attempts, how the amount came about, and all that is left. */
export function OrderFold({ order, marked = null }: { order: Order; marked?: string | null }) {
  const facts = factsOf(order)
  const { attempts } = facts
  const foils = counterfoilsOf(order)
  return (
    <div className="relative grid gap-4 pt-1 pr-4 pb-4 pl-12 max-sm:px-3">
      <span aria-hidden className="absolute -top-3 bottom-4 left-[1.59rem] border-line-strong border-l max-sm:hidden" />
      <Part title="What happened">
        <p className="max-w-[90ch] text-pretty text-body wrap-anywhere">{whatHappened(facts)}</p>
      </Part>
      {foils.length > 0 && (
        <Part title={foils.length === 1 ? 'Counterfoil to hand out' : 'Counterfoils to hand out'}>
          <div className="grid gap-2">
            {foils.map((foil) => (
              <CounterfoilCard key={foil.chargeId} foil={foil} orderId={order.orderId} />
            ))}
          </div>
        </Part>
      )}
      <Part title="What to tell the customer">
        <ReplyText parts={whatToTell(facts)} />
      </Part>
      {attempts.length > 0 && (
        <Part title="Attempts">
          <AttemptLadder attempts={attempts} order={order} marked={marked} />
        </Part>
      )}
      <Part title="Lines and tax">
        <Lines order={order} />
      </Part>
      <AllFields order={order} />
      <MadeHere actionId={actionOfOrder(order.metaData)} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1.5 font-medium text-meta text-muted">{title}</h4>
      {children}
    </div>
  )
}

/** How the amount came about: each product where there are several, then the order, and beside it what was received. */
function Lines({ order }: { order: Order }) {
  const { received } = factsOf(order).charges
  const [only] = order.products
  const isSeveral = order.products.length > 1
  return (
    <div className="grid gap-2">
      {isSeveral &&
        order.products.map((product, index) => (
          <PriceSum
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be in an order twice, and lines never change places.
            key={index}
            title={lineTitle(product)}
            prices={product.prices}
            asked={product.prices?.amountWithDiscountAndCouponAndTax}
          />
        ))}
      <div className="flex flex-wrap items-end gap-x-4.5 gap-y-1">
        <PriceSum
          title={isSeveral ? 'The order' : onlyTitle(only)}
          prices={{ ...(isSeveral ? null : only?.prices), ...order.totalPrices }}
          asked={order.totalPrices?.amountWithDiscountAndCouponAndTax}
        />
        <div className="ml-auto grid justify-items-end text-table">
          <span className="text-meta text-muted">{receivedLabel(received.length)}</span>
          {received.length === 0 && <Amount value={null} />}
          {[...sumByCurrency(received.map((charge) => ({ amount: charge.amount, currency: currencyOf(charge, order) })))].map(
            ([currency, amount]) => (
              <Amount key={currency} value={amount} currency={currency} received />
            ),
          )}
        </div>
      </div>
    </div>
  )
}

/** `2 × Northwind Cloud, cross-sale, trial`. */
function lineTitle(product: OrderProduct): string {
  return [productTitle(product) ?? 'Unnamed product', ...saleWords(product)].join(', ')
}

/** Title for the only product where it says more than the row above: several of it, a cross-sale, a trial. */
function onlyTitle(product: OrderProduct | undefined): string | null {
  return product && ((product.quantity ?? 1) > 1 || saleWords(product).length > 0) ? lineTitle(product) : null
}

const saleNames = new Map([
  ['initial', ''],
  ['crossSale', 'cross-sale'],
  ['renew', 'renewal'],
  ['oneclick', 'one-click'],
])

function saleWords({ actionType, isTrial }: OrderProduct): string[] {
  const sale = actionType === null ? '' : (saleNames.get(actionType) ?? actionType)
  return [sale, isTrial ? 'trial' : ''].filter((word) => word !== '')
}

/** Whatever the service gave, for what nobody asks often. */
function AllFields({ order }: { order: Order }) {
  return (
    <details className="group rounded-control border text-table">
      <summary className="flex min-h-8 items-center gap-2 px-3 font-medium text-ink-2">
        <Icon of={ChevronRight} size={14} className="text-muted transition-transform duration-fast group-open:rotate-90" />
        All fields
      </summary>
      <div className="grid gap-4 border-t px-3 py-3">
        {allFieldsOf(order).map(({ title, fields }) => (
          <div key={title}>
            <h5 className="mb-1 font-medium" dir="auto">
              {title}
            </h5>
            <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 md:grid-cols-[8.5rem_minmax(0,1fr)_8.5rem_minmax(0,1fr)]">
              {fields.map(({ term, says }) => (
                <div key={term} className="contents">
                  <dt className="text-muted wrap-anywhere">{term}</dt>
                  <dd className="wrap-anywhere" dir="auto">
                    {says}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </details>
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

/** The attempts of an order in the order they were made. */
function AttemptLadder({ attempts, order, marked }: { attempts: readonly Attempt[]; order: Order; marked: string | null }) {
  return (
    <div className="rounded-control border bg-surface text-table">
      <div aria-hidden className={`${rungGrid} h-7 border-b font-medium text-meta text-muted max-sm:hidden`}>
        <span />
        <span>Target</span>
        <span>Time</span>
        <span>Method and provider (mid)</span>
        <span className="text-right">Amount</span>
        <span className="text-right">Status</span>
        <span />
      </div>
      <ol aria-label={`Attempts of order ${order.orderId}`}>
        {attempts.map((rung) => (
          <AttemptRung key={rung.charge.chargeId} rung={rung} order={order} isMarked={rung.charge.chargeId === marked} />
        ))}
      </ol>
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
