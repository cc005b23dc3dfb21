import type { Buyer } from '../records'
import { addDays, dayOf, withOffset } from '../time'
import { type Card, paidBy, storedCard, tokenOf } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'
import { subscriptionOf } from './subscriptions'

const imke: Person = {
  firstName: 'Imke',
  lastName: 'Muster',
  country: 'de',
  ipAddress: '2001:db8:7::77',
  city: 'Jena',
  zip: '07743',
  locale: 'de',
}
const imkeCard: Card = { bin: '400000', lastFour: '3155', brand: 'visa', countryName: 'Germany', country: 'DE' }

/** One subscription whose autocharge the buyer turned off, four days before its end, and one that is frozen for twenty more days. */
export function cancelledAndFrozen(now: Date): Buyer {
  const method = storedCard(fixedUuid('method of Imke'), imkeCard, [
    tokenOf(imkeCard, now, { id: ids.cancelledAndFrozen.token, madeDaysAgo: 80, usedDaysAgo: 46 }),
  ])
  const bought = { currency: 'EUR', person: imke, paymentMethod: paidBy(imkeCard) } as const
  return buyerOf({ id: ids.cancelledAndFrozen.buyer, email: 'imke@example.test' }, imke, {
    subscriptions: [
      subscriptionOf(now, {
        id: ids.cancelledAndFrozen.cancelledSubscription,
        code: 'NWPLUS3',
        currency: 'EUR',
        endsIn: 4,
        autoChargeStatus: false,
        chargeMethodId: method.id,
        history: [['active', 'user_cancel', 2]],
      }),
      subscriptionOf(now, {
        id: ids.cancelledAndFrozen.frozenSubscription,
        code: 'NWBACKUP12',
        currency: 'EUR',
        endsIn: 290,
        status: 'frozen',
        chargeMethodId: method.id,
        history: [['active', 'subscription_manual_freeze', 10]],
        freezeDetails: { frozenAt: withOffset(addDays(now, -10)), unfreezeAt: `${dayOf(addDays(now, 20))}T00:00:00+00:00` },
      }),
    ],
    chargeMethods: [method],
    orders: [
      purchase(now, { ...bought, name: 'Plus of Imke', code: 'NWPLUS3', daysAgo: 80 }),
      purchase(now, {
        ...bought,
        name: 'Backup of Imke',
        code: 'NWBACKUP12',
        daysAgo: 46,
        type: 'oneclick',
        actionType: 'crossSale',
      }),
    ],
  })
}

const pieter: Person = {
  firstName: 'Pieter',
  lastName: 'Proefpersoon',
  country: 'nl',
  ipAddress: '198.51.100.33',
  city: 'Zwolle',
  zip: '8011 AA',
  locale: 'nl',
}
const pieterCard: Card = {
  bin: '411111',
  lastFour: '0341',
  brand: 'visa',
  countryName: 'Netherlands',
  country: 'NL',
  riskSegment: 'black',
}

/** Four subscriptions that are over in four ways. The chargeback that suspended one of them switched every payment method off. */
export function ended(now: Date): Buyer {
  const method = storedCard(fixedUuid('method of Pieter'), pieterCard, [
    tokenOf(pieterCard, now, { id: ids.ended.token, isEnabled: false, madeDaysAgo: 400, usedDaysAgo: 48 }),
  ])
  const over = { currency: 'EUR', chargeMethodId: method.id, autoChargeStatus: false } as const
  const bought = { currency: 'EUR', person: pieter, paymentMethod: paidBy(pieterCard) } as const
  return buyerOf({ id: ids.ended.buyer, email: 'pieter@example.test' }, pieter, {
    subscriptions: [
      subscriptionOf(now, {
        ...over,
        id: ids.ended.blockedSubscription,
        code: 'NWPRO1',
        endsIn: 12,
        status: 'blocked',
        autoChargeStatus: true,
        history: [['blocked', 'Failed capture', 16]],
      }),
      subscriptionOf(now, {
        ...over,
        id: ids.ended.disabledSubscription,
        code: 'NWPLUS12',
        endsIn: 100,
        status: 'disabled',
        history: [['disabled', 'Manually disabled subscription', 30]],
      }),
      subscriptionOf(now, {
        ...over,
        id: ids.ended.suspendedSubscription,
        code: 'NWCLOUD12',
        endsIn: 40,
        status: 'suspended',
        history: [['suspended', 'Manually suspended subscription', 5]],
      }),
      subscriptionOf(now, {
        ...over,
        id: ids.ended.expiredSubscription,
        code: 'NWBACKUP1',
        endsIn: -20,
        status: 'expired',
        history: [['expired', 'Subscription expired', 20]],
      }),
    ],
    chargeMethods: [method],
    orders: [
      purchase(now, { ...bought, name: 'Cloud of Pieter', code: 'NWCLOUD12', daysAgo: 296 }),
      purchase(now, { ...bought, name: 'Plus of Pieter', code: 'NWPLUS12', daysAgo: 236, type: 'oneclick' }),
      purchase(now, { ...bought, name: 'Backup of Pieter', code: 'NWBACKUP1', daysAgo: 48, type: 'oneclick' }),
      purchase(now, {
        ...bought,
        name: 'Pro of Pieter',
        code: 'NWPRO1',
        daysAgo: 16,
        type: 'oneclick',
        attempts: [{ status: 'failed' }],
      }),
    ],
  })
}
