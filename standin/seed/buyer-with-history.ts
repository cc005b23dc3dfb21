import type { Buyer, Charge, Order } from '../records'
import { addSeconds, withoutZone } from '../time'
import { type Card, paidBy } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'

const bram: Person = {
  firstName: 'Bram',
  lastName: 'Voorbeeld',
  country: 'nl',
  ipAddress: '198.51.100.78',
  city: 'Utrecht',
  zip: '3511 AA',
  locale: 'nl',
}
const card: Card = { bin: '520000', lastFour: '7008', brand: 'mastercard', countryName: 'Netherlands', country: 'NL' }
const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'BRL', 'GBP', 'JPY', 'KWD'] as const
const secondsBetween = 1_800

type HistorySize = {
  /** How many orders there are. */
  orders: number
  /** So many of the newest have a form that no reader can make sense of. */
  unreadable: number
}

/**
 * A buyer with as many orders as a test or a measurement wants, one every half an hour up to now. Orders of one currency share what they
 * have in common, so that fifty thousand of them are made in a moment and weigh little.
 */
export function buyerWithHistory(now: Date, { orders, unreadable }: HistorySize): Buyer {
  const models = currencies.map((currency) =>
    purchase(now, {
      name: `any length in ${currency}`,
      code: 'NWPLUS1',
      currency,
      daysAgo: 0,
      person: bram,
      paymentMethod: paidBy(card),
      type: 'oneclick',
      actionType: 'crossSale',
    }),
  )
  const made = Array.from({ length: orders }, (_, index) => {
    const order = orderLike(models[index % models.length] as Order, index, addSeconds(now, (index - orders) * secondsBetween))
    return index >= orders - unreadable ? broken(order) : order
  })
  return buyerOf({ id: ids.withoutLengthLimits.buyer, email: 'bram+history@example.test' }, bram, { orders: made })
}

function orderLike(model: Order, index: number, at: Date): Order {
  const [charge] = model.charges
  if (!charge) return model
  const orderId = `L${String(index).padStart(7, '0')}`
  return { ...model, orderId, createdAt: withoutZone(at), charges: chargesLike(charge, orderId, index, at) }
}

/** Every seventh was paid at the second attempt, every eleventh never, and every thousandth twice. */
function chargesLike(model: Charge, orderId: string, index: number, at: Date): Charge[] {
  const attempt = (place: number, changes: Partial<Charge>): Charge => ({
    ...model,
    chargeId: fixedUuid(`${orderId} ${place}`),
    createdAt: withoutZone(addSeconds(at, 20 + 20 * place)),
    ...changes,
  })
  const declined = { status: 'declined', code: 'acqlocal.insufficient_funds', provider: 'acqlocal', mid: 'default' }
  if (index % 11 === 10) return [attempt(0, { ...declined, providerTransaction: null })]
  if (index % 7 === 6) return [attempt(0, { ...declined, providerTransaction: null }), attempt(1, { target: 'cascade' })]
  if (index % 1_000 === 999) return [attempt(0, {}), attempt(1, {})]
  return [attempt(0, {})]
}

/** The list of attempts is what nothing can be said without. */
const broken = (order: Order) => ({ ...order, charges: 'none' }) as unknown as Order
