import { formatAmount } from '@/lib/core/money'
import type { ReceiptRow } from './receipt'

type Price = { currency: string | null; rows: readonly ReceiptRow[] }

const named = (codes: readonly string[]) => `coupon${codes.length === 1 ? '' : 's'} ${codes.join(' and ')}`
const takes = (codes: readonly string[], what: string) => `${named(codes)} ${codes.length === 1 ? 'takes' : 'take'} ${what}`

/**
 * The coupons of an order and what they take off its price, as parts of a sentence: "coupon SPRING25 takes 12.00 EUR off". Without a
 * price, or where the service joins coupons with discounts, only that they're part of the order is known.
 */
export function describeCoupons(codes: readonly string[], price: Price | null): string[] {
  const coupons = [...new Set(codes.map((code) => code.trim()).filter(Boolean))]
  if (coupons.length === 0) return []
  const row = price?.rows.find(({ part }) => part === 'coupon')
  if (price && row?.amount != null) {
    const only = row.kind === 'one' && coupons.includes(row.label) ? [row.label] : coupons
    const idle = coupons.filter((code) => !only.includes(code))
    const off = [formatAmount(row.amount), price.currency].filter(Boolean).join(' ')
    return [takes(only, `${off} off`), ...(idle.length === 0 ? [] : [takes(idle, 'nothing off')])]
  }
  const areJoined = price?.rows.some(({ part, kind }) => part === 'discount' && kind === 'several')
  return [price === null || areJoined ? `with ${named(coupons)}` : takes(coupons, 'nothing off')]
}
