import { wireNumber } from '@/lib/core/money'
import { priceRequest } from '@/lib/operations/schemas/price-request'
import type { OrderValues } from './order-values'
import type { PriceBody } from './price-body'

/**
 * The request that tells what an order costs now. Null while something in it is no value yet, and where a line has a price of its own,
 * which no price list knows.
 */
export function orderPriceBody({ products, currency, discount, isMobile }: OrderValues): PriceBody | null {
  if (products.some(({ customPrice }) => customPrice.trim() !== '')) return null
  const body = {
    isMobile,
    ...(currency.trim() === '' ? {} : { currency: currency.trim() }),
    bundles: [
      {
        bundleHashKey: 'b-1',
        products: products.map(({ productCode, quantity, couponCode }, at) => ({
          productHashKey: `p-${at + 1}`,
          actionName: 'purchase' as const,
          productCode: productCode.trim(),
          quantity: quantity.trim() === '' ? 1 : wireNumber(quantity.trim()),
          ...(discount.trim() === '' ? {} : { discount: wireNumber(discount.trim()) }),
          ...(couponCode.trim() === '' ? {} : { couponCode: couponCode.trim() }),
          priceCalculationType: { dailyAmount: false, weeklyAmount: false, monthlyAmount: false },
        })),
      },
    ],
  }
  const read = priceRequest.safeParse(body)
  return read.success ? (read.data as PriceBody) : null
}
