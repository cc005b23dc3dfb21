import type { Currency } from '../money'
import type { Product } from './products'

/** A percentage, tied to product codes, to a period, to a currency, or to none of them (service-facts 2.18). */
export type Coupon = {
  code: string
  merchantCode: string
  percent: string
  productCodes?: readonly string[]
  currency?: Currency
  /** How many days the coupon is good for, counted from the start of the stand-in; a negative number lies in the past. */
  validForDays?: number
  /** A trial is the main product sold with a coupon that lowers the price and sets a short access period. */
  trialDays?: number
}

export const coupons: readonly Coupon[] = [
  { code: 'WELCOME10', merchantCode: 'northwind', percent: '10' },
  { code: 'SPRING25', merchantCode: 'northwind', percent: '25' },
  { code: 'PROONLY40', merchantCode: 'northwind', percent: '40', productCodes: ['NWPRO1', 'NWPRO3', 'NWPRO12'] },
  { code: 'LASTYEAR50', merchantCode: 'northwind', percent: '50', validForDays: -30 },
  {
    code: 'TRIALUSD',
    merchantCode: 'northwind',
    percent: '95',
    productCodes: ['NWPLUS1', 'NWPRO1'],
    currency: 'USD',
    trialDays: 7,
  },
  {
    code: 'TRIALEUR',
    merchantCode: 'northwind',
    percent: '95',
    productCodes: ['NWPLUS1', 'NWPRO1'],
    currency: 'EUR',
    trialDays: 7,
  },
  { code: 'BAYFRIEND', merchantCode: 'southbay', percent: '15' },
]

/** The coupon, when it exists and is good for this product, currency and moment. */
export function usableCoupon(
  code: string,
  sale: { product: Product; currency: Currency; daysSinceStart: number },
): Coupon | undefined {
  const coupon = coupons.find((candidate) => candidate.code === code && candidate.merchantCode === sale.product.merchantCode)
  if (!coupon) return undefined
  const fitsProduct = coupon.productCodes?.includes(sale.product.code) ?? true
  const fitsCurrency = coupon.currency === undefined || coupon.currency === sale.currency
  const stillValid = coupon.validForDays === undefined || sale.daysSinceStart <= coupon.validForDays
  return fitsProduct && fitsCurrency && stillValid ? coupon : undefined
}
