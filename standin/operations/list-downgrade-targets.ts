import Big from 'big.js'
import { usableCoupon } from '../catalogue/coupons'
import { placeOfCountry } from '../catalogue/places'
import { type Product, productById, products } from '../catalogue/products'
import { invalid } from '../errors'
import { fullPrice } from '../orders/new-order'
import { payablePart } from '../prices/payable'
import { priceAmount, priceSteps, type Terms } from '../prices/price-amount'
import type { Buyer, Subscription } from '../records'
import { subscriptionOf } from '../world'
import { type Call, collection, type Operation, underSubscription } from './operation'

/** service-facts 3.5 for a downgrade: no chargeMethods, no precheckAutocharge. Prices are in the subscription's currency (our reading). */
export const listDowngradeTargets: Operation = {
  name: 'listDowngradeTargets',
  method: 'GET',
  path: underSubscription('/downgrade'),
  isExtraRead: true,
  run(call) {
    const buyer = call.world.buyer(call.merchant.code, call.params.buyerId)
    const subscription = subscriptionOf(buyer, call.params.subscriptionId)
    const place = placeOfCountry(buyer.country)
    const targets = lowerProducts(buyer, subscription).map((product) =>
      target(product, subscription, place?.tax?.percent ?? '0', call),
    )
    const tax = place?.tax ? { type: place.tax.type, country: place.country } : null
    return { status: 200, body: collection({ currency: subscription.currency, tax, products: targets }, targets.length) }
  },
}

function target(product: Product, subscription: Subscription, taxPercent: string, { merchant, world, query }: Call) {
  const { currency } = subscription
  const terms: Terms = { ...fullPrice, ...couponTerms(product, subscription, world.daysSinceStart, query), taxPercent }
  const listPrice = new Big(product.prices[currency])
  const steps = priceSteps(listPrice, terms, currency)
  const current = productById(merchant.code, subscription.productId) ?? product
  const price = (parts: number, payable: Big | null) => {
    const { amountForAction, ...amount } = priceAmount(
      priceSteps(listPrice.div(parts), terms, currency),
      payable ?? new Big(0),
      terms,
      currency,
    )
    return {
      ...amount,
      couponCode: terms.couponCode ?? null,
      amountForUpgrade: null,
      amountForDowngrade: payable && amountForAction,
    }
  }
  return {
    id: product.id,
    code: product.code,
    name: product.name,
    durationDays: product.durationDays,
    durationMonth: product.durationMonths,
    isTrial: false,
    availableForPurchase: true,
    availableForShop: product.availableForShop,
    availableForControlPanel: true,
    availableForAutocharge: true,
    prices: {
      amount: price(1, payablePart(steps.amountWithDiscountAndCoupon, subscription, current, world.now())),
      monthlyAmount: price(product.durationMonths, null),
    },
  }
}

/** The coupon is asked for all targets at once, so one that does not fit them all is refused (our reading). */
function couponTerms(
  product: Product,
  { currency }: Subscription,
  daysSinceStart: number,
  query: URLSearchParams,
): Partial<Terms> {
  const couponCode = query.get('couponCode')
  if (couponCode === null) return {}
  const coupon = usableCoupon(couponCode, { product, currency, daysSinceStart })
  if (!coupon) throw invalid([{ field: 'coupon', title: 'The coupon is not valid.', values: { couponCode } }])
  return { couponPercent: coupon.percent, couponCode: coupon.code }
}

/** Active products of a lower plan of the same family, in any term: what a downgrade may go to (service-facts 3.5). */
export function lowerProducts(buyer: Buyer, subscription: Subscription): Product[] {
  const current = productById(buyer.merchantCode, subscription.productId)
  if (!current) return []
  return products.filter((product) => product.isActive && product.family === current.family && product.rank < current.rank)
}
