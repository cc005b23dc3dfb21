import type { Buyer, Order } from '../records'
import { addDays, withOffset } from '../time'
import { type Card, paidBy, storedCard, tokenOf } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'
import { subscriptionOf } from './subscriptions'

const nova: Person = {
  firstName: 'Nova',
  lastName: 'Inédita',
  country: 'br',
  ipAddress: '203.0.113.99',
  city: 'Natal',
  locale: 'pt',
}
const novaCard: Card = {
  bin: '636368',
  lastFour: '7711',
  brand: 'elo',
  countryName: 'Brazil',
  country: 'BR',
  riskSegment: 'grey',
}

/** Values that no document lists: the lists of the service are open. */
export function newValues(now: Date): Buyer {
  const method = storedCard(fixedUuid('method of Nova'), novaCard, [
    tokenOf(novaCard, now, { id: ids.newValues.token, madeDaysAgo: 33 }),
  ])
  const bought = { code: 'NWCLOUD1', currency: 'BRL', person: nova } as const
  return buyerOf({ id: ids.newValues.buyer, email: 'nova@example.test' }, nova, {
    subscriptions: [
      subscriptionOf(now, {
        id: ids.newValues.subscription,
        code: 'NWCLOUD1',
        currency: 'BRL',
        endsIn: 23,
        status: 'paused_by_bank',
        chargeMethodId: method.id,
        history: [['paused_by_bank', 'bank_holiday', 1]],
      }),
    ],
    chargeMethods: [{ ...method, paymentMethodType: 'pix_parcelado', value: 'nova@example.test' }],
    orders: [
      purchase(now, {
        ...bought,
        name: 'Nova by card',
        daysAgo: 33,
        paymentMethod: paidBy(novaCard),
        attempts: [{ status: 'chargeback_open' }],
      }),
      purchase(now, {
        ...bought,
        name: 'Nova in parts',
        daysAgo: 5,
        type: 'renewal_retry',
        actionType: 'winback',
        paymentMethod: { type: 'pix_parcelado', data: null },
        attempts: [
          { status: 'declined', target: 'original' },
          { status: 'settled', target: 'second_cascade' },
        ],
      }),
    ],
  })
}

const odd: Person = {
  firstName: 'Ødd',
  lastName: "O'Field",
  country: 'gb',
  ipAddress: '198.51.100.222',
  city: 'York',
  locale: 'en',
}
const oddCard: Card = { bin: '400000', lastFour: '0002', brand: 'visa', countryName: 'United Kingdom', country: 'GB' }

/** Fields that are absent, null or of the other documented type: D35, D61, D62, D64, D65. */
export const oddFields = (now: Date): Buyer =>
  buyerOf({ id: ids.oddFields.buyer, email: 'odd@example.test' }, odd, {
    subscriptions: [withoutFreezeDetails(now)],
    orders: [withoutBilling(now), withOtherTypes(now)],
  })

function withoutFreezeDetails(now: Date) {
  const { freezeDetails: _, ...subscription } = subscriptionOf(now, {
    id: ids.oddFields.subscription,
    code: 'NWCLOUD12',
    currency: 'GBP',
    endsIn: 200,
  })
  return subscription
}

const bought = { code: 'NWCLOUD12', currency: 'GBP', person: odd } as const

const withoutBilling = (now: Date): Order =>
  purchase(now, {
    ...bought,
    name: 'odd without billing',
    daysAgo: 136,
    paymentMethod: { type: 'card', data: null },
    attempts: [
      { status: 'declined', billingInfo: null, provider: null, mid: null, descriptor: null },
      { status: 'settled', billingInfo: undefined, target: 'cascade' },
    ],
  })

function withOtherTypes(now: Date): Order {
  const order = purchase(now, { ...bought, name: 'odd types', daysAgo: 40, type: 'oneclick', paymentMethod: paidBy(oddCard) })
  return {
    ...order,
    charges: order.charges.map((charge) => ({ ...charge, code: null, createdAt: withOffset(addDays(now, -40)) })),
    products: order.products.map((product) => ({ ...product, quantity: 1 })),
  }
}
