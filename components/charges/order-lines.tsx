import { Amount } from '@/components/ui/amount'
import { factsOf, productTitle } from '@/lib/charges/order-facts'
import { formatAmount, sumByCurrency } from '@/lib/core/money'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Order, OrderProduct } from '@/lib/operations/schemas/charge-history'

/** How the amount came about: each product where there are several, then the order, and beside it what was received. */
export function OrderLines({ order }: { order: Order }) {
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
  return [productTitle(product) ?? 'Unnamed product', ...describeSale(product)].join(', ')
}

/** Title for the only product where it says more than the row above: several of it, a cross-sale, a trial. */
function onlyTitle(product: OrderProduct | undefined): string | null {
  return product && ((product.quantity ?? 1) > 1 || describeSale(product).length > 0) ? lineTitle(product) : null
}

const saleNames = new Map([
  ['initial', ''],
  ['crossSale', 'cross-sale'],
  ['renew', 'renewal'],
  ['oneclick', 'one-click'],
])

function describeSale({ actionType, isTrial }: OrderProduct): string[] {
  const sale = actionType === null ? '' : (saleNames.get(actionType) ?? actionType)
  return [sale, isTrial ? 'trial' : ''].filter((word) => word !== '')
}

function receivedLabel(count: number): string {
  if (count === 0) return 'Money received'
  return count === 1 ? 'Money received, once' : `Money received, in ${count} charges`
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

/** `Discount 25%`: the percentage as given, without trailing zeros. */
function withPercent(label: string, percent: string | null | undefined): string {
  return percent == null ? label : `${label} ${percent.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))}%`
}
