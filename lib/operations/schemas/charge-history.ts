import * as z from 'zod/mini'
import { withOffsetOf } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { subscriptionProduct } from './subscription'
import { count, decimal, flag, list, map, maybe, priceSteps, requiredDecimal, requiredId, requiredText, text } from './tolerant'

const billingInfo = z.object({
  firstName: text,
  lastName: text,
  ipAddress: text,
  fingerprint: text,
  personalIdValue: text,
  personalIdType: text,
  country: text,
  city: text,
  zip: text,
  state: text,
  street: text,
})

/** Pairs, or an object keyed by type as in the BIN look-up (D66): here always pairs. */
const riskSegments = z.pipe(
  z.transform((value: unknown): unknown =>
    isObject(value) ? Object.entries(value).map(([type, riskSegment]) => ({ type, riskSegment })) : value,
  ),
  list(z.object({ type: text, riskSegment: text })),
)

const cardData = z.object({
  bin: text,
  lastFourDigits: text,
  brand: text,
  riskSegments,
  issuer: text,
  cardType: text,
  cardLevel: text,
  isoCountryName: text,
  isoATwo: text,
  email: text,
})

/** One attempt to take the money of an order. Amounts are decimal strings, `amount` in the order's currency; any status may come. */
const charge = z.object({
  chargeId: requiredId, // what refunds, lists and files know a charge by
  providerTransaction: text,
  has3ds: flag,
  code: text, // D63
  amount: requiredDecimal,
  amountInUsd: decimal,
  currency: text, // in no document; where it comes and is not the order's, the amounts must not be added
  createdAt: text, // `Y-m-d H:i:s` without a zone, or ISO 8601 (D62), see `withTimesIn`
  billingInfo: maybe(billingInfo),
  paymentMethod: maybe(z.object({ type: text, data: maybe(cardData) })),
  descriptor: text,
  provider: text,
  mid: text,
  target: text,
  status: requiredText,
})

const productPrices = z.object({
  origin: decimal,
  originAmountWithTax: decimal,
  ...priceSteps,
  totalUsd: decimal,
})

const orderProduct = z.extend(subscriptionProduct, {
  quantity: count, // D61
  actionType: text,
  prices: maybe(productPrices),
})

const totalPrices = z.object({
  origin: decimal,
  discount: decimal,
  amountWithDiscount: decimal,
  coupon: decimal,
  amountWithDiscountAndCoupon: decimal,
  tax: decimal,
  amountWithDiscountAndCouponAndTax: decimal,
  amountWithDiscountAndCouponAndTaxInUsd: decimal,
})

/** An order with its attempts and products (service-interface, Charge history). */
export const order = z.object({
  orderId: requiredText,
  createdAt: text,
  type: text,
  currency: text,
  subbrand: text,
  metaData: map, // D67
  charges: z.array(charge), // without its attempts nothing true can be said of an order's money
  products: list(orderProduct),
  totalPrices: maybe(totalPrices),
})

const unreadableOrder = z.pipe(
  z.transform((value: unknown): unknown => ({ unreadable: true, orderId: isObject(value) ? value.orderId : null })),
  z.object({ unreadable: z.literal(true), orderId: text }),
)

/** One order that cannot be read costs nobody the others: it is kept as a gap that says so. */
export const readableOrNot = z.union([order, unreadableOrder])

export type Order = z.output<typeof order>
export type Charge = z.output<typeof charge>
export type OrderProduct = z.output<typeof orderProduct>
export type UnreadableOrder = z.output<typeof unreadableOrder>
export type OrderOrUnreadable = Order | UnreadableOrder

/** An order whose times that carry an offset carry that of a zone: their days are then the account's. What has none is told in that zone. */
export function withTimesIn(order: OrderOrUnreadable, zone: string): OrderOrUnreadable {
  if ('unreadable' in order) return order
  const charges = order.charges.map((each) => ({ ...each, createdAt: withOffsetOf(each.createdAt, zone) }))
  return { ...order, createdAt: withOffsetOf(order.createdAt, zone), charges }
}
