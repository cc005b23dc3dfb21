import type { Currency } from '../money'
import type { Buyer } from '../records'
import { type Card, paidBy, storedCard, tokenOf } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'
import { subscriptionOf } from './subscriptions'

type Everyday = {
  ids: { buyer: string; subscription: string; token: number }
  email: string
  merchantCode?: string
  person: Person
  card: Card
  code: string
  currency: Currency
  daysAgo: number
  endsIn: number
  withCoupon?: boolean
  trial?: boolean
}

/** Haru pays in yen, which have no fraction digits. */
export const yen = (now: Date): Buyer =>
  everyday(now, {
    ids: ids.yen,
    email: 'haru@example.test',
    person: {
      firstName: '春',
      lastName: '見本',
      country: 'jp',
      ipAddress: '203.0.113.140',
      city: '札幌市',
      zip: '060-0001',
      locale: 'ja',
    },
    card: { bin: '356600', lastFour: '0505', brand: 'jcb', countryName: 'Japan', country: 'JP' },
    code: 'NWPLUS3',
    currency: 'JPY',
    daysAgo: 24,
    endsIn: 60,
  })

/** Dalal pays in dinar, which have three. */
export const dinar = (now: Date): Buyer =>
  everyday(now, {
    ids: ids.dinar,
    email: 'dalal@example.test',
    person: { firstName: 'Dalal', lastName: 'Namoothaj', country: 'kw', ipAddress: '192.0.2.199', city: 'Hawalli', locale: 'ar' },
    card: { bin: '400000', lastFour: '4140', brand: 'visa', countryName: 'Kuwait', country: 'KW' },
    code: 'NWPLUS12',
    currency: 'KWD',
    daysAgo: 96,
    endsIn: 240,
    withCoupon: true,
  })

export const arabicName = (now: Date): Buyer =>
  everyday(now, {
    ids: ids.arabicName,
    email: 'layan@example.test',
    person: {
      firstName: 'ليان',
      lastName: 'المثال',
      country: 'kw',
      ipAddress: '2001:db8:2::15',
      city: 'مدينة الكويت',
      locale: 'ar',
    },
    card: { bin: '520000', lastFour: '6262', brand: 'mastercard', countryName: 'Kuwait', country: 'KW' },
    code: 'NWPRO3',
    currency: 'USD',
    daysAgo: 14,
    endsIn: 70,
  })

/** The e-mail has a plus sign; the first name is a combining accent and a family of four joined code points. */
export const emojiName = (now: Date): Buyer =>
  everyday(now, {
    ids: ids.emojiName,
    email: 'sunny+desk@example.test',
    person: {
      firstName: 'Zoe\u0308 👨‍👩‍👧‍👦',
      lastName: 'Sample 🌻',
      country: 'us',
      ipAddress: '192.0.2.44',
      city: 'Springfield',
      zip: '00000',
      locale: 'en',
    },
    card: { bin: '371449', lastFour: '8431', brand: 'amex', countryName: 'United States', country: 'US' },
    code: 'NWPLUS1',
    currency: 'USD',
    daysAgo: 7,
    endsIn: 21,
    trial: true,
  })

/** Belongs to the merchant account without the extra reads. */
export const southbayReader = (now: Date): Buyer =>
  everyday(now, {
    ids: ids.southbayReader,
    email: 'noor@example.test',
    merchantCode: 'southbay',
    person: {
      firstName: 'Noor',
      lastName: 'Specimen',
      country: 'us',
      ipAddress: '192.0.2.90',
      city: 'Portland',
      zip: '00001',
      locale: 'en',
    },
    card: { bin: '411111', lastFour: '9010', brand: 'visa', countryName: 'United States', country: 'US' },
    code: 'SBLIB1',
    currency: 'USD',
    daysAgo: 11,
    endsIn: 17,
  })

export const nothing = (): Buyer =>
  buyerOf(
    { id: ids.nothing.buyer, email: 'nobody@example.test' },
    { firstName: '', lastName: '', country: 'gb', ipAddress: '198.51.100.250', city: '', locale: 'en' },
    {},
  )

/** A buyer with one card, one subscription and the order that paid for it; a trial order comes a week earlier. */
function everyday(now: Date, traits: Everyday): Buyer {
  const { person, card, code, currency, daysAgo, merchantCode } = traits
  const method = storedCard(fixedUuid(`method of ${traits.email}`), card, [
    tokenOf(card, now, { id: traits.ids.token, madeDaysAgo: daysAgo }),
  ])
  const bought = { code, currency, person, paymentMethod: paidBy(card) }
  const coupon = { discountPercent: '0', couponPercent: '10', couponCode: 'WELCOME10', taxPercent: '0' }
  const trialTerms = { discountPercent: '0', couponPercent: '95', couponCode: 'TRIALUSD', taxPercent: '0' }
  const trial = purchase(now, {
    ...bought,
    name: `trial of ${traits.email}`,
    daysAgo: daysAgo + 7,
    terms: trialTerms,
    isTrial: true,
  })
  const paid = purchase(now, {
    ...bought,
    name: `order of ${traits.email}`,
    daysAgo,
    ...(traits.withCoupon ? { terms: coupon } : {}),
    ...(traits.trial ? { type: 'autocharge', actionType: 'renew' } : {}),
  })
  return buyerOf({ id: traits.ids.buyer, email: traits.email, merchantCode }, person, {
    subscriptions: [
      subscriptionOf(now, { id: traits.ids.subscription, code, currency, endsIn: traits.endsIn, chargeMethodId: method.id }),
    ],
    chargeMethods: [method],
    orders: traits.trial ? [trial, paid] : [paid],
  })
}
