import type { PriceResult } from '@/lib/operations/schemas/price-result'
import { productName } from './price-words'

export type PriceChange = { what: string; before: string; now: string }

const fields = [
  ['origin', 'origin'],
  ['discount', 'discount'],
  ['coupon', 'coupon'],
  ['tax', 'tax'],
  ['amountForAction', 'to pay'],
  ['amountWithDiscountAndCouponAndTax', 'line'],
] as const

const totals = [
  ['origin', 'List price'],
  ['discountsAndCoupons', 'Discounts and coupons'],
  ['tax', 'Tax'],
  ['amountWithDiscountsAndCouponsAndTax', 'Total'],
] as const

/** What is another string now than it was: the total first. Amounts are compared as given, and not at all across currencies. */
export function priceChanges(before: PriceResult, now: PriceResult): PriceChange[] {
  if (before.currency !== now.currency) return [{ what: 'Currency', before: before.currency ?? '–', now: now.currency ?? '–' }]
  const was = before.bundles[0]
  const is = now.bundles[0]
  const found: PriceChange[] = []
  const put = (what: string, one: string | null | undefined, other: string | null | undefined) => {
    if ((one ?? null) !== (other ?? null)) found.push({ what, before: one ?? '–', now: other ?? '–' })
  }
  for (const [field, label] of totals.toReversed()) put(label, was?.totalAmount?.[field], is?.totalAmount?.[field])
  put('Tax rate', was?.totalAmount?.taxPercent, is?.totalAmount?.taxPercent)
  put('Tax country', before.tax?.country, now.tax?.country)
  for (const line of was?.products ?? []) {
    const other = is?.products.find(({ productHashKey }) => productHashKey === line.productHashKey)
    const name = productName(now.products, line.code)
    for (const [field, label] of fields) put(`${name}, ${label}`, line.amount?.[field], other?.amount?.[field])
  }
  return found
}
