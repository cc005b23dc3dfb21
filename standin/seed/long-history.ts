import type { Buyer, Order } from '../records'
import { type Card, paidBy, storedCard, tokenOf } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'
import { subscriptionOf } from './subscriptions'

const bram: Person = {
  firstName: 'Bram',
  lastName: 'Voorbeeld',
  country: 'nl',
  ipAddress: '198.51.100.77',
  city: 'Utrecht',
  zip: '3511 AA',
  locale: 'nl',
}
const card: Card = { bin: '520000', lastFour: '7007', brand: 'mastercard', countryName: 'Netherlands', country: 'NL' }
const daysBetweenOrders = 0.7

/**
 * A thousand one-click orders, one every seventeen hours or so. Every seventh was paid at the second attempt, every eleventh never.
 * They are made when somebody first looks at them: they would be nearly all the work of a reset.
 */
export function longHistory(now: Date): Buyer {
  const method = storedCard(fixedUuid('method of Bram'), card, [
    tokenOf(card, now, { id: ids.longHistory.token, madeDaysAgo: 700, usedDaysAgo: daysBetweenOrders }),
  ])
  let orders: Order[] | undefined
  return {
    ...buyerOf({ id: ids.longHistory.buyer, email: 'bram@example.test' }, bram, {
      subscriptions: [
        subscriptionOf(now, {
          id: ids.longHistory.subscription,
          code: 'NWPLUS12',
          currency: 'EUR',
          endsIn: 120,
          chargeMethodId: method.id,
        }),
      ],
      chargeMethods: [method],
    }),
    get orders() {
      orders ??= Array.from({ length: ids.longHistory.orders }, (_, index) => orderOf(now, index))
      return orders
    },
  }
}

const orderOf = (now: Date, index: number): Order =>
  purchase(now, {
    name: `long history ${index}`,
    code: index % 10 === 0 ? 'NWCLOUD1' : 'NWBACKUP1',
    currency: 'EUR',
    daysAgo: (ids.longHistory.orders - index) * daysBetweenOrders,
    person: bram,
    paymentMethod: paidBy(card),
    type: 'oneclick',
    actionType: index === 0 ? 'initial' : 'crossSale',
    attempts: attemptsOf(index),
  })

function attemptsOf(index: number) {
  if (index % 11 === 10)
    return [{ status: 'declined', code: 'acqlocal.insufficient_funds', provider: 'acqlocal', mid: 'default' }]
  if (index % 7 === 6)
    return [
      { status: 'declined', provider: 'acqlocal', mid: 'default' },
      { status: 'settled', target: 'cascade' },
    ]
  return [{ status: 'settled' }]
}
