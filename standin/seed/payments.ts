import type { Buyer } from '../records'
import { addDays, withOffset } from '../time'
import { type Card, paidBy, storedCard, tokenOf } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'
import { subscriptionOf } from './subscriptions'

const odile: Person = {
  firstName: 'Odile',
  lastName: 'Beispiel',
  country: 'de',
  ipAddress: '2001:db8:7::24',
  city: 'Kiel',
  zip: '24103',
  locale: 'de',
}
const odileCard: Card = { bin: '411111', lastFour: '4242', brand: 'visa', countryName: 'Germany', country: 'DE' }

/** Two settled charges in one order, 40 seconds apart: the money was taken twice. */
export function settledTwice(now: Date): Buyer {
  const method = storedCard(fixedUuid('method of Odile'), odileCard, [
    tokenOf(odileCard, now, { id: ids.settledTwice.token, madeDaysAgo: 3 }),
  ])
  return buyerOf({ id: ids.settledTwice.buyer, email: 'odile@example.test' }, odile, {
    subscriptions: [
      subscriptionOf(now, {
        id: ids.settledTwice.subscription,
        code: 'NWPRO1',
        currency: 'EUR',
        endsIn: 25,
        chargeMethodId: method.id,
      }),
    ],
    chargeMethods: [method],
    orders: [
      purchase(now, {
        name: 'settled twice',
        orderId: ids.settledTwice.order,
        code: 'NWPRO1',
        currency: 'EUR',
        daysAgo: 3,
        person: odile,
        paymentMethod: paidBy(odileCard),
        attempts: [
          { status: 'settled', afterSeconds: 20, has3ds: true },
          { status: 'settled', afterSeconds: 60, has3ds: true },
        ],
      }),
    ],
  })
}

/** The same person and card under a second buyer, with orders that each give rise to a doubt. */
export function doubts(now: Date): Buyer {
  const bought = { code: 'NWPRO1', currency: 'EUR', person: odile, paymentMethod: paidBy(odileCard) } as const
  const ofOrder = (orderId: string, daysAgo: number) => ({ ...bought, name: `doubt ${orderId}`, orderId, daysAgo })
  const usual = purchase(now, ofOrder(ids.doubts.linesDiffer, 12))
  const foreign = purchase(now, ofOrder(ids.doubts.otherCurrency, 20))
  return buyerOf({ id: ids.doubts.buyer, email: 'odile+second@example.test' }, odile, {
    orders: [
      purchase(now, {
        ...ofOrder(ids.doubts.declinedAfter, 5),
        attempts: [{ status: 'settled' }, { status: 'declined', code: 'acqglobal.insufficient_funds', afterSeconds: 90 }],
      }),
      { ...usual, totalPrices: { ...usual.totalPrices, amountWithDiscountAndCouponAndTax: '42.85' } },
      { ...foreign, charges: foreign.charges.map((charge) => ({ ...charge, currency: 'USD' })) },
    ],
  })
}

const vitor: Person = {
  firstName: 'Vitor',
  lastName: 'Modelo',
  country: 'br',
  ipAddress: '203.0.113.61',
  city: 'Olinda',
  locale: 'pt',
}

/** A voucher issued nine days ago and not paid since. */
export const oldVoucher = (now: Date): Buyer =>
  buyerOf({ id: ids.oldVoucher.buyer, email: 'vitor@example.test' }, vitor, {
    orders: [
      purchase(now, {
        name: 'old voucher',
        orderId: ids.oldVoucher.order,
        code: 'NWCLOUD3',
        currency: 'BRL',
        daysAgo: 9,
        person: vitor,
        paymentMethod: { type: 'boleto', data: null },
        attempts: [
          {
            status: 'deferred',
            provider: 'acqbrasil',
            mid: 'acqbrasil_apm_nw_boleto',
            descriptor: 'NB*northwind, RECIFE',
            code: '3000',
          },
        ],
      }),
    ],
  })

const rowan: Person = {
  firstName: 'Rowan',
  lastName: 'Placeholder',
  country: 'gb',
  ipAddress: '198.51.100.201',
  city: 'Leeds',
  zip: 'LS1 1AA',
  locale: 'en',
}
const rowanCard: Card = { bin: '555555', lastFour: '1881', brand: 'mastercard', countryName: 'United Kingdom', country: 'GB' }

/** One card that three providers hold a token of; the oldest is switched off. */
export function threeTokens(now: Date): Buyer {
  const [first, second, third] = ids.threeTokens.tokens
  const method = storedCard(ids.threeTokens.card, rowanCard, [
    tokenOf(rowanCard, now, { id: first, madeDaysAgo: 60 }),
    tokenOf(rowanCard, now, { id: second, provider: 'acqnorth', mid: 'acqnorth_nw_2', madeDaysAgo: 200 }),
    tokenOf(rowanCard, now, { id: third, provider: 'acqlocal', mid: 'default', isEnabled: false, madeDaysAgo: 396 }),
  ])
  const bought = { code: 'NWPRO12', currency: 'GBP', person: rowan, paymentMethod: paidBy(rowanCard) } as const
  return buyerOf({ id: ids.threeTokens.buyer, email: 'rowan@example.test' }, rowan, {
    subscriptions: [
      subscriptionOf(now, {
        id: ids.threeTokens.subscription,
        code: 'NWPRO12',
        currency: 'GBP',
        endsIn: 276,
        chargeMethodId: method.id,
        startDate: withOffset(addDays(now, -396)),
        createdAt: withOffset(addDays(now, -396)),
        history: [['active', 'renew', 60]],
      }),
    ],
    chargeMethods: [method],
    orders: [
      purchase(now, {
        ...bought,
        name: 'three tokens, first year',
        daysAgo: 396,
        attempts: [{ status: 'captured', provider: 'acqlocal', mid: 'default' }],
      }),
      purchase(now, { ...bought, name: 'three tokens, second year', daysAgo: 60, type: 'autocharge', actionType: 'renew' }),
    ],
  })
}
