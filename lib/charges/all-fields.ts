import type { Charge, Order, OrderProduct } from '../operations/schemas/charge-history'
import { factsOf, productTitle } from './order-facts'
import { describeCard } from './payment-method-words'

/** What the service gave about one thing, by the service's own names where we have no better. Nothing that is missing is listed. */
export type FieldGroup = { title: string; fields: { term: string; says: string }[] }

/** All that the service gave of an order: of itself, of each product, of each attempt. Personal values are masked as they came. */
export function allFieldsOf(order: Order): FieldGroup[] {
  const { attempts } = factsOf(order)
  return [
    group('Order', orderFields(order)),
    ...order.products.map((product) => group(productTitle(product) ?? 'Unnamed product', productFields(product))),
    ...attempts.map(({ charge }, index) => group(`Attempt ${index + 1}`, attemptFields(charge))),
  ]
}

type FieldValue = string | number | boolean | null | undefined
type Pair = [string, FieldValue]

function group(title: string, pairs: Pair[]): FieldGroup {
  const fields = pairs.flatMap(([term, value]) => (value == null || value === '' ? [] : [{ term, says: wordsOf(value) }]))
  return { title, fields }
}

function wordsOf(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

function orderFields({ orderId, createdAt, type, currency, subbrand, metaData, totalPrices }: Order): Pair[] {
  return [
    ['Order id', orderId],
    ['Service time', createdAt],
    ['Type', type],
    ['Currency', currency],
    ['Sub-brand', subbrand],
    ['List price', totalPrices?.origin],
    ['Discount', totalPrices?.discount],
    ['After discount', totalPrices?.amountWithDiscount],
    ['Coupon', totalPrices?.coupon],
    ['After coupon', totalPrices?.amountWithDiscountAndCoupon],
    ['Tax', totalPrices?.tax],
    ['To pay', totalPrices?.amountWithDiscountAndCouponAndTax],
    ['To pay, USD', totalPrices?.amountWithDiscountAndCouponAndTaxInUsd],
    ...Object.entries(metaData ?? {}).map(
      ([name, value]): Pair => [name, typeof value === 'string' ? value : JSON.stringify(value)],
    ),
  ]
}

function productFields(product: OrderProduct): Pair[] {
  const { prices } = product
  return [
    ['Product id', product.id],
    ['Code', product.code],
    ['Quantity', product.quantity],
    ['Sold as', product.actionType],
    ['Trial', product.isTrial],
    ['Term', termOf(product)],
    ['Sold in', soldIn(product)],
    ['List price', prices?.origin],
    ['List price with tax', prices?.originAmountWithTax],
    ['Discount', withPercent(prices?.discount, prices?.discountPercent)],
    ['After discount', prices?.amountWithDiscount],
    ['Coupon code', prices?.couponCode],
    ['Coupon', withPercent(prices?.coupon, prices?.couponPercent)],
    ['After coupon', prices?.amountWithDiscountAndCoupon],
    ['Tax', withPercent(prices?.tax, prices?.taxPercent)],
    ['Line sum', prices?.amountWithDiscountAndCouponAndTax],
    ['Line sum, USD', prices?.totalUsd],
  ]
}

function attemptFields(charge: Charge): Pair[] {
  const { billingInfo: billing, paymentMethod } = charge
  const card = paymentMethod?.data
  return [
    ['Charge id', charge.chargeId],
    ['Provider id', charge.providerTransaction],
    ['Service time', charge.createdAt],
    ['Status', charge.status],
    ['Code', charge.code],
    ['Target', charge.target],
    ['Provider', charge.provider],
    ['Mid', charge.mid],
    ['Descriptor', charge.descriptor],
    ['3-D Secure', charge.has3ds],
    ['Amount', charge.amount],
    ['Amount, USD', charge.amountInUsd],
    ['Charge currency', charge.currency],
    ['Method', paymentMethod?.type],
    ['Card', [card?.brand, card?.bin, card?.lastFourDigits && `••${card.lastFourDigits}`].filter(Boolean).join(' ')],
    ['Card kind', describeCard(paymentMethod).join(', ')],
    ['Issuer', card?.issuer],
    ['Card country', card?.isoCountryName],
    ['Card e-mail', card?.email],
    ['Risk segments', card?.riskSegments.map(({ type, riskSegment }) => `${type ?? '–'} ${riskSegment ?? '–'}`).join(', ')],
    ['Name', [billing?.firstName, billing?.lastName].filter(Boolean).join(' ')],
    ['Address', [billing?.street, billing?.zip, billing?.city, billing?.state, billing?.country].filter(Boolean).join(', ')],
    ['Document', [billing?.personalIdType, billing?.personalIdValue].filter(Boolean).join(' ')],
    ['Buyer address', billing?.ipAddress],
    ['Fingerprint', billing?.fingerprint],
  ]
}

function termOf({ durationMonths, durationWeeks, durationDays }: OrderProduct): string {
  const parts: [number | null, string][] = [
    [durationMonths, 'month'],
    [durationWeeks, 'week'],
    [durationDays, 'day'],
  ]
  return parts.flatMap(([count, unit]) => (count === null ? [] : `${count} ${unit}${count === 1 ? '' : 's'}`)).join(', ')
}

function soldIn(product: OrderProduct): string {
  const places: [boolean | null, string][] = [
    [product.availableForPurchase, 'purchase'],
    [product.availableForShop, 'shop'],
    [product.availableForControlPanel, 'control panel'],
    [product.availableForAutocharge, 'autocharge'],
  ]
  return places.flatMap(([is, place]) => (is === null ? [] : `${place} ${is ? 'yes' : 'no'}`)).join(', ')
}

const withPercent = (amount: FieldValue, percent: string | null | undefined): FieldValue =>
  amount == null || percent == null ? amount : `${amount} (${percent}%)`
