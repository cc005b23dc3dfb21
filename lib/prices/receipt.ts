import { compare, subtract, sum } from '../money'
import type { PriceResult } from '../operations/schemas/price-result'

export type PricedBundle = PriceResult['bundles'][number]
export type PricedLine = PricedBundle['products'][number]
export type LineAmount = NonNullable<PricedLine['amount']>
export type TotalAmount = NonNullable<PricedBundle['totalAmount']>

/** A row of a receipt. The amount is the service's own string; null where it gave none. */
export type ReceiptRow = { sign: '' | '−' | '+' | '='; label: string; note: string | null; amount: string | null }

const percent = (value: string | null) => (value === null || !/[1-9]/.test(value) ? null : `${value} %`)
const isNothing = (value: string | null) => value === null || !/[1-9]/.test(value)

/** How the price of a line came about. What is zero is left out, but never origin and total. */
export function lineReceipt(amount: LineAmount, taxWords: string | null): ReceiptRow[] {
  return [
    { sign: '', label: 'Origin', note: null, amount: amount.origin },
    ...less('Discount', percent(amount.discountPercent), amount.discount),
    ...between(amount),
    ...less(amount.couponCode ?? 'Coupon', percent(amount.couponPercent), amount.coupon),
    { sign: '=', label: 'Net', note: null, amount: amount.amountWithDiscountAndCoupon },
    { sign: '+', label: 'Tax', note: taxNote(taxWords, amount.taxPercent), amount: amount.tax },
    { sign: '=', label: 'Line', note: null, amount: amount.amountWithDiscountAndCouponAndTax },
  ]
}

/** Where both are taken off, what is left after the first: the coupon is taken from that (service-facts 2.18). */
function between({ discount, coupon, amountWithDiscount }: LineAmount): ReceiptRow[] {
  return isNothing(discount) || isNothing(coupon)
    ? []
    : [{ sign: '=', label: 'Discounted', note: null, amount: amountWithDiscount }]
}

/** The same of the bundle. The service joins discounts and coupons in its total; they are told apart where the lines' own come to it exactly. */
export function totalReceipt(bundle: PricedBundle, taxWords: string | null): ReceiptRow[] {
  const total = bundle.totalAmount
  if (total === null) return []
  const apart = discountAndCoupon(bundle)
  return [
    { sign: '', label: 'Origin', note: null, amount: total.origin },
    ...(apart === null
      ? less('Discounts and coupons', null, total.discountsAndCoupons)
      : [
          ...less('Discount', onlyNote(bundle, 'discountPercent'), apart.discount),
          ...less(onlyCode(bundle), onlyNote(bundle, 'couponPercent'), apart.coupon),
        ]),
    { sign: '=', label: 'Net', note: null, amount: total.amountWithDiscountsAndCoupons },
    { sign: '+', label: 'Tax', note: taxNote(taxWords, total.taxPercent), amount: total.tax },
    { sign: '=', label: 'Total', note: null, amount: total.amountWithDiscountsAndCouponsAndTax },
  ]
}

function less(label: string, note: string | null, amount: string | null): ReceiptRow[] {
  return isNothing(amount) ? [] : [{ sign: '−', label, note, amount }]
}

const taxNote = (words: string | null, rate: string | null) => [words, percent(rate)].filter(Boolean).join(' ') || null

/** Null where the lines do not tell, or do not come to the total's own figure. */
function discountAndCoupon({ totalAmount, products }: PricedBundle): { discount: string; coupon: string } | null {
  const joined = totalAmount?.discountsAndCoupons
  const discounts = products.map(({ amount }) => amount?.discount ?? null)
  const coupons = products.map(({ amount }) => amount?.coupon ?? null)
  if (joined == null || !areThere(discounts) || !areThere(coupons)) return null
  const apart = { discount: sum(discounts), coupon: sum(coupons) }
  return compare(sum([apart.discount, apart.coupon]), joined) === 0 ? apart : null
}

const areThere = (amounts: readonly (string | null)[]): amounts is string[] =>
  amounts.length > 0 && amounts.every((each) => each !== null)

/** The rate, where all lines that have one have the same. */
function onlyNote({ products }: PricedBundle, rate: 'discountPercent' | 'couponPercent'): string | null {
  const rates = new Set(products.flatMap(({ amount }) => (amount && !isNothing(amount[rate]) ? [amount[rate]] : [])))
  const [only = null] = rates
  return rates.size === 1 ? percent(only) : null
}

function onlyCode({ products }: PricedBundle): string {
  const codes = new Set(
    products.flatMap(({ amount }) => (amount?.couponCode && !isNothing(amount.coupon) ? [amount.couponCode] : [])),
  )
  const [only] = codes
  return codes.size === 1 && only !== undefined ? only : 'Coupons'
}

/**
 * What does not add up in an answer (service-facts D58), in neutral words; both figures stay as given. Null where it adds up, or
 * where too little is given to tell.
 */
export function doesNotAddUp({ totalAmount, products }: PricedBundle): string | null {
  const lines = products.map(({ amount }) => amount?.amountWithDiscountAndCouponAndTax ?? null)
  const total = totalAmount?.amountWithDiscountsAndCouponsAndTax
  if (total != null && areThere(lines) && compare(sum(lines), total) !== 0)
    return `The lines come to ${sum(lines)}; the service’s total is ${total}. Both are shown as given.`
  return receiptDoesNot(totalAmount)
}

function receiptDoesNot(total: PricedBundle['totalAmount']): string | null {
  if (total === null) return null
  const { origin, discountsAndCoupons, amountWithDiscountsAndCouponsAndTax: end } = total
  if (origin === null || discountsAndCoupons === null || total.tax === null || end === null) return null
  const own = sum([subtract(origin, discountsAndCoupons), total.tax])
  return compare(own, end) === 0
    ? null
    : `Origin, discounts and tax come to ${own}; the service’s total is ${end}. Both are shown as given.`
}
