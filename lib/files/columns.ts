import { methodName } from '@/lib/charges/payment-method-words'
import { currencyOf } from '@/lib/operations/effects/facts'
import { describeDecline } from '../charges/decline-words'
import type { Doubt } from '../charges/doubts'
import { moneyOfRow, monthOf, type RowMoney } from '../charges/money-pieces'
import { factsFrom } from '../charges/order-facts'
import { type ChargeFilter, noChargeFilter } from '../charges/order-filter'
import { outcomeOf } from '../charges/outcome'
import { holdsMonth } from '../charges/periods'
import { familyOf, familyOfCharge } from '../charges/status'
import { doubtLabels } from '../charges/trait-words'
import type { Charge, Order, OrderProduct } from '../operations/schemas/charge-history'
import type { RowKind } from './charge-file'

/** An amount is a decimal string, a time as the service wrote it: whoever writes the file makes of them what it can hold. */
export type CellKind = 'text' | 'amount' | 'count' | 'time'
type Cell = string | number | boolean | null
/**
 * Whatever the row is, its order is at hand; an attempt or a product line stands beside it, or its money in one currency. `isFurther`: the
 * order has a row before this one, which has its prices. `doubts`: what in the order deserves a second look.
 */
export type FileRow = {
  order: Order
  charge?: Charge
  product?: OrderProduct
  money?: RowMoney
  isFurther?: boolean
  doubts?: readonly Doubt[]
}
export type Column = { name: string; head: string; kind: CellKind; of: (row: FileRow) => Cell }

const column = (name: string, head: string, kind: CellKind, of: (row: FileRow) => Cell): Column => ({ name, head, kind, of })
const ofOrder = (name: string, head: string, kind: CellKind, of: (order: Order) => Cell) =>
  column(name, head, kind, ({ order }) => of(order))
const ofCharge = (name: string, head: string, kind: CellKind, of: (charge: Charge) => Cell) =>
  column(name, head, kind, ({ charge }) => (charge ? of(charge) : null))
const ofProduct = (name: string, head: string, kind: CellKind, of: (product: OrderProduct) => Cell) =>
  column(name, head, kind, ({ product }) => (product ? of(product) : null))

const ofReceived = (name: string, head: string, kind: CellKind, of: (money: RowMoney) => Cell) =>
  column(name, head, kind, ({ money }) => (money?.received ? of(money) : null))
/** Prices are of the whole order: in a second row they would be added twice. */
const ofPrices = (name: string, head: string, of: (prices: NonNullable<Order['totalPrices']>) => Cell) =>
  column(name, head, 'amount', ({ order, isFurther }) => (isFurther || !order.totalPrices ? null : of(order.totalPrices)))

const common = [
  ofOrder('orderId', 'order', 'text', ({ orderId }) => orderId),
  ofOrder('orderTime', 'order time', 'time', ({ createdAt }) => createdAt),
  ofOrder('orderType', 'order type', 'text', ({ type }) => type),
  // An attempt says its own where it has one: its amount is in that.
  column('currency', 'currency', 'text', ({ order, charge }) => (charge ? currencyOf(charge, order) || null : order.currency)),
]

const describeDoubt = ({ kind, evidence }: Doubt) => `${doubtLabels[kind].title}: ${evidence}`

const toCheck = column('toCheck', 'to check', 'text', ({ doubts = [] }) => doubts.map(describeDoubt).join('; ') || null)

const orders = [
  ...common,
  ofOrder('outcome', 'outcome', 'text', (order) => outcomeOf(factsFrom(order)).words),
  ofReceived('received', 'money received', 'amount', ({ amount }) => amount),
  ofReceived('receivedCurrency', 'currency received', 'text', ({ currency }) => currency),
  ofReceived('receivedUsd', 'money received, USD as given', 'amount', ({ usd }) => usd),
  ofOrder('attempts', 'attempts', 'count', ({ charges }) => charges.length),
  ofOrder('products', 'products', 'text', ({ products }) => products.map(({ name, code }) => name ?? code ?? '–').join('; ')),
  ofOrder('subbrand', 'subbrand', 'text', ({ subbrand }) => subbrand),
  ofPrices('origin', 'origin', ({ origin }) => origin),
  ofPrices('discount', 'discount', ({ discount }) => discount),
  ofPrices('coupon', 'coupon', ({ coupon }) => coupon),
  column('tax', 'tax', 'amount', ({ money }) => money?.tax ?? null),
  ofPrices('total', 'total', ({ amountWithDiscountAndCouponAndTax }) => amountWithDiscountAndCouponAndTax),
  ofPrices('totalUsd', 'total, USD', ({ amountWithDiscountAndCouponAndTaxInUsd }) => amountWithDiscountAndCouponAndTaxInUsd),
  toCheck,
]

const attempts = [
  ...common,
  ofCharge('chargeId', 'charge', 'text', ({ chargeId }) => chargeId),
  ofCharge('chargeTime', 'charge time', 'time', ({ createdAt }) => createdAt),
  ofCharge('target', 'attempt', 'text', ({ target }) => target),
  ofCharge('status', 'status', 'text', ({ status }) => status),
  ofCharge('family', 'counts as', 'text', familyOfCharge),
  ofCharge('amount', 'amount', 'amount', ({ amount }) => amount),
  ofCharge('amountInUsd', 'USD as given', 'amount', ({ amountInUsd }) => amountInUsd),
  ofCharge('method', 'method', 'text', ({ paymentMethod }) => methodName(paymentMethod)),
  ofCharge('has3ds', '3-D Secure', 'text', ({ has3ds }) => (has3ds === null ? null : has3ds ? 'yes' : 'no')),
  ofCharge('provider', 'provider', 'text', ({ provider }) => provider),
  ofCharge('mid', 'mid', 'text', ({ mid }) => mid),
  ofCharge('providerTransaction', 'provider transaction', 'text', ({ providerTransaction }) => providerTransaction),
  ofCharge('code', 'code', 'text', ({ code }) => code),
  ofCharge('why', 'why it was lost', 'text', (charge) => (familyOf(charge.status) === 'lost' ? describeDecline(charge) : null)),
  ofCharge('descriptor', 'descriptor', 'text', ({ descriptor }) => descriptor),
  ofCharge('country', 'country', 'text', ({ billingInfo }) => billingInfo?.country ?? null),
  ofCharge('ipAddress', 'address', 'text', ({ billingInfo }) => billingInfo?.ipAddress ?? null),
  toCheck,
]

const products = [
  ...common,
  ofProduct('productId', 'product', 'text', ({ id }) => id),
  ofProduct('productCode', 'product code', 'text', ({ code }) => code),
  ofProduct('productName', 'product name', 'text', ({ name }) => name),
  ofProduct('quantity', 'quantity', 'count', ({ quantity }) => quantity),
  ofProduct('actionType', 'action', 'text', ({ actionType }) => actionType),
  ofProduct('durationMonths', 'months', 'count', ({ durationMonths }) => durationMonths),
  ofProduct('isTrial', 'trial', 'text', ({ isTrial }) => (isTrial === null ? null : isTrial ? 'yes' : 'no')),
  ofProduct('lineOrigin', 'origin', 'amount', ({ prices }) => prices?.origin ?? null),
  ofProduct('lineDiscount', 'discount', 'amount', ({ prices }) => prices?.discount ?? null),
  ofProduct('couponCode', 'coupon code', 'text', ({ prices }) => prices?.couponCode ?? null),
  ofProduct('lineCoupon', 'coupon', 'amount', ({ prices }) => prices?.coupon ?? null),
  ofProduct('taxPercent', 'tax, %', 'amount', ({ prices }) => prices?.taxPercent ?? null),
  ofProduct('lineTax', 'tax', 'amount', ({ prices }) => prices?.tax ?? null),
  ofProduct('lineTotal', 'total', 'amount', ({ prices }) => prices?.amountWithDiscountAndCouponAndTax ?? null),
  ofProduct('lineTotalUsd', 'total, USD', 'amount', ({ prices }) => prices?.totalUsd ?? null),
  toCheck,
]

/** Every column a file of these rows can have, in their usual order. */
export const columnsOf: Record<RowKind, readonly Column[]> = { orders, attempts, products }

/** The rows an order gives: itself, once for each currency that it received, or its attempts of the filter's month, or its product lines. */
export function rowsOf(order: Order, kind: RowKind, filter: ChargeFilter = noChargeFilter): FileRow[] {
  if (kind === 'attempts') return chargesIn(order, filter.month).map((charge) => ({ order, charge }))
  if (kind === 'products') return order.products.map((product) => ({ order, product }))
  const money = moneyOfRow(factsFrom(order), filter)
  return money
    .filter(({ received }, place) => received || place === 0)
    .map((each, place) => ({ order, money: each, isFurther: place > 0 }))
}

const chargesIn = (order: Order, month: string | null) =>
  month === null ? order.charges : order.charges.filter((charge) => holdsMonth(month, monthOf(charge, order)))
