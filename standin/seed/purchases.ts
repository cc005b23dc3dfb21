import { placeOfCountry } from '../catalogue/places'
import { seededProduct } from '../catalogue/products'
import type { Currency } from '../money'
import { type Attempt, fullPrice, newOrder, type Sale } from '../orders/new-order'
import type { Order, PaymentMethod } from '../records'
import { addDays, addSeconds } from '../time'
import { fixedOrderId, fixedUuid } from './fixed-id'
import { billingOf, type Person } from './people'

type Purchase = {
  /** Whatever makes the order's ids its own. */
  name: string
  code: string
  currency: Currency
  daysAgo: number
  person: Person
  paymentMethod: PaymentMethod
  attempts?: (Partial<Attempt> & { status: string; afterSeconds?: number })[]
} & Partial<Pick<Sale, 'orderId' | 'type' | 'actionType' | 'terms' | 'isTrial'>>

/** An order of one product at the price of the person's country, paid at once unless the attempts say otherwise. */
export function purchase(
  now: Date,
  { name, code, daysAgo, person, paymentMethod, attempts = [{ status: 'settled' }], ...sale }: Purchase,
): Order {
  const at = addDays(now, -daysAgo)
  const product = seededProduct(code)
  return newOrder({
    orderId: fixedOrderId(`order ${name}`),
    at,
    product,
    type: 'checkout',
    ...sale,
    terms: sale.terms ?? { ...fullPrice, taxPercent: placeOfCountry(person.country)?.tax?.percent ?? '0' },
    attempts: attempts.map(({ afterSeconds = 20, ...attempt }, index) => ({
      chargeId: fixedUuid(`charge ${index} of ${name}`),
      at: addSeconds(at, afterSeconds),
      billingInfo: billingOf(person),
      paymentMethod,
      provider: 'acqglobal_com',
      mid: 'acqglobal_nw',
      descriptor: `${product.merchantCode}-bill.example`,
      providerTransaction: attempt.status === 'settled' ? `pay_${fixedUuid(`payment ${index} of ${name}`).slice(-12)}` : null,
      ...attempt,
    })),
  })
}
