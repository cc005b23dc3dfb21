import { compare, formatAmount, subtract, sum } from '@/lib/core/money'
import type { PriceResult } from '../operations/schemas/price-result'
import { isMove } from './workbench'

export type PricedBundle = PriceResult['bundles'][number]
export type PricedLine = PricedBundle['products'][number]
export type LineAmount = NonNullable<PricedLine['amount']>

/** What a receipt consists of, in the order in which it is written, whatever the amounts. */
export const receiptParts = ['origin', 'discount', 'discounted', 'coupon', 'net', 'tax', 'total', 'due'] as const

/** A row of a receipt. The amount is the service's own string; null where it gave none. */
export type ReceiptRow = {
  part: (typeof receiptParts)[number]
  /** What the row stands for, where that isn't one thing: several discounts or coupons, or a full price of which less is paid now. */
  kind: 'one' | 'several' | 'full'
  sign: '' | '−' | '+' | '='
  label: string
  note: string | null
  amount: string | null
}

const percent = (value: string | null) => (value === null || !/[1-9]/.test(value) ? null : `${value}%`)
const net = (amount: string | null): ReceiptRow => ({
  kind: 'one',
  part: 'net',
  sign: '=',
  label: 'Before tax',
  note: null,
  amount,
})

const isNothing = (value: string | null) => value === null || !/[1-9]/.test(value)

/** How the price of a line came about. What is zero is left out, but never origin and total. */
export function lineReceipt(amount: LineAmount, describeTax: string | null): ReceiptRow[] {
  return [
    { kind: 'one', part: 'origin', sign: '', label: 'List price', note: null, amount: amount.origin },
    ...less('discount', 'Discount', percent(amount.discountPercent), amount.discount),
    ...between(amount),
    ...less('coupon', amount.couponCode ?? 'Coupon', percent(amount.couponPercent), amount.coupon),
    ...(isNothing(amount.discount) && isNothing(amount.coupon) ? [] : [net(amount.amountWithDiscountAndCoupon)]),
    {
      kind: 'one',
      part: 'tax',
      sign: '+',
      label: 'Tax',
      note: taxNote(describeTax, amount.taxPercent),
      amount: taxAmount(describeTax, amount.tax),
    },
    { kind: 'one', part: 'total', sign: '=', label: 'Line', note: null, amount: amount.amountWithDiscountAndCouponAndTax },
  ]
}

/** Where both are taken off, what is left after the first: the coupon is taken from that (service-facts 2.18). */
function between({ discount, coupon, amountWithDiscount }: LineAmount): ReceiptRow[] {
  return isNothing(discount) || isNothing(coupon)
    ? []
    : [{ kind: 'one', part: 'discounted', sign: '=', label: 'After discount', note: null, amount: amountWithDiscount }]
}

/** The same of the bundle. The service joins discounts and coupons in its total; they are told apart where the lines' own come to it exactly. */
export function totalReceipt(bundle: PricedBundle, describeTax: string | null): ReceiptRow[] {
  const total = bundle.totalAmount
  if (total === null) return []
  const apart = discountAndCoupon(bundle)
  return [
    { kind: 'one', part: 'origin', sign: '', label: 'List price', note: null, amount: total.origin },
    ...(apart === null
      ? less('discount', 'Discounts and coupons', null, total.discountsAndCoupons, 'several')
      : [
          ...less('discount', 'Discount', onlyNote(bundle, 'discountPercent'), apart.discount),
          ...lessCoupon(onlyCode(bundle), onlyNote(bundle, 'couponPercent'), apart.coupon),
        ]),
    ...(isNothing(total.discountsAndCoupons) ? [] : [net(total.amountWithDiscountsAndCoupons)]),
    {
      kind: 'one',
      part: 'tax',
      sign: '+',
      label: 'Tax',
      note: taxNote(describeTax, total.taxPercent),
      amount: taxAmount(describeTax, total.tax),
    },
    ...endOf(bundle, total.amountWithDiscountsAndCouponsAndTax),
  ]
}

/** The last rows: the sum is what is paid, except where a subscription moves to another product. */
function endOf(bundle: PricedBundle, amount: string | null): ReceiptRow[] {
  if (!bundle.products.some(({ action }) => isMove(action)))
    return [{ kind: 'one', part: 'total', sign: '=', label: 'To pay', note: null, amount }]
  const full: ReceiptRow = { kind: 'full', part: 'total', sign: '=', label: 'Full price', note: null, amount }
  return [full, { kind: 'one', part: 'due', sign: '', label: 'To pay now', note: null, amount: dueNow(bundle) }]
}

/**
 * What moving to another product costs now, by the service's own figure (service-facts D56). Null where it gave none that can be paid,
 * or where something else is priced with it.
 */
export function dueNow({ products }: PricedBundle): string | null {
  const [only, ...others] = products
  const due = only && others.length === 0 && isMove(only.action) ? (only.amount?.amountForAction ?? null) : null
  return due !== null && compare(due, '0') >= 0 ? due : null
}

/** What the figure of a move is, for the person who reads it out; null where nothing is moved. */
export function describeDue(bundle: PricedBundle): string | null {
  if (!bundle.products.some(({ action }) => isMove(action))) return null
  if (dueNow(bundle) === null) return 'The service gave no single amount to pay now. See its details of each line.'
  const isTaxed = !isNothing(bundle.totalAmount?.tax ?? null)
  return `“To pay now” is the service’s own figure.${isTaxed ? ' It doesn’t say whether tax is included.' : ''}`
}

function less(
  part: ReceiptRow['part'],
  label: string,
  note: string | null,
  amount: string | null,
  kind: ReceiptRow['kind'] = 'one',
): ReceiptRow[] {
  return isNothing(amount) ? [] : [{ part, kind, sign: '−', label, note, amount }]
}

const lessCoupon = (code: string | null, note: string | null, amount: string | null) =>
  less('coupon', code ?? 'Coupons', note, amount, code === null ? 'several' : 'one')

const taxNote = (words: string | null, rate: string | null) => [words, percent(rate)].filter(Boolean).join(' ') || null

/** A tax of zero without tax information isn't known to be none (service-facts D54). */
export const taxAmount = (words: string | null, tax: string | null) => (words === null && isNothing(tax) ? null : tax)

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

/** The rate, where all lines have the same: beside the list price of all, that of some would be a false share. */
function onlyNote({ products }: PricedBundle, rate: 'discountPercent' | 'couponPercent'): string | null {
  const rates = new Set(products.map(({ amount }) => amount?.[rate] ?? null))
  const [only = null] = rates
  return rates.size === 1 ? percent(only) : null
}

/** The code of all coupons that took something off; null for several. */
function onlyCode({ products }: PricedBundle): string | null {
  const codes = new Set(
    products.flatMap(({ amount }) => (amount?.couponCode && !isNothing(amount.coupon) ? [amount.couponCode] : [])),
  )
  const [only] = codes
  return codes.size === 1 && only !== undefined ? only : null
}

/**
 * What does not add up in an answer (service-facts D58), in neutral words; both figures stay as given. Null where it adds up, or
 * where too little is given to tell.
 */
export function doesNotAddUp({ totalAmount, products }: PricedBundle): string | null {
  const lines = products.map(({ amount }) => amount?.amountWithDiscountAndCouponAndTax ?? null)
  const total = totalAmount?.amountWithDiscountsAndCouponsAndTax
  if (total != null && areThere(lines) && compare(sum(lines), total) !== 0)
    return `The lines add up to ${formatAmount(sum(lines))}, but the service’s total is ${formatAmount(total)}. We show both unchanged.`
  return receiptDoesNot(totalAmount)
}

function receiptDoesNot(total: PricedBundle['totalAmount']): string | null {
  if (total === null) return null
  const { origin, discountsAndCoupons, amountWithDiscountsAndCouponsAndTax: end } = total
  if (origin === null || discountsAndCoupons === null || total.tax === null || end === null) return null
  const own = sum([subtract(origin, discountsAndCoupons), total.tax])
  return compare(own, end) === 0
    ? null
    : `List price, discounts and tax add up to ${formatAmount(own)}, but the service’s total is ${formatAmount(end)}. We show both unchanged.`
}
