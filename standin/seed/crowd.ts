import type { Currency } from '../money'
import type { Buyer, Order } from '../records'
import { type Card, paidBy, storedCard, tokenOf } from './cards'
import { fixedUuid } from './fixed-id'
import { buyerOf, type Person } from './people'
import { purchase } from './purchases'
import { ids } from './stories'
import { subscriptionOf } from './subscriptions'

/** Buyers beside the stories, so that the lists across buyers of a demo have rows. `what` says which list they are for. */
type Of = 'renewal-lost' | 'renewal-paid' | 'twice' | 'fee' | 'blocked' | 'chargeback' | 'ending' | 'regular'
type One = { name: string; lastName: string; country: keyof typeof places; what: Of; daysAgo: number }

const places = {
  de: { ipAddress: '2001:db8:7::90', city: 'Kiel', currency: 'EUR', countryName: 'Germany' },
  nl: { ipAddress: '198.51.100.90', city: 'Zwolle', currency: 'EUR', countryName: 'Netherlands' },
  gb: { ipAddress: '198.51.100.190', city: 'Leeds', currency: 'GBP', countryName: 'United Kingdom' },
  us: { ipAddress: '192.0.2.91', city: 'Springfield', currency: 'USD', countryName: 'United States' },
} as const satisfies Record<string, { ipAddress: string; city: string; currency: Currency; countryName: string }>

const one = (what: Of, daysAgo: number, name: string, lastName: string, country: One['country']): One => ({
  ...{ what, daysAgo, name, lastName, country },
})

const half = 1 / 48 // of an hour, in days: what happened today also did a little after midnight
const everybody: readonly One[] = [
  one('renewal-lost', half, 'Wiebke', 'Muster', 'de'),
  one('renewal-lost', 2 * half, 'Joris', 'Voorbeeld', 'nl'),
  one('renewal-paid', 3 * half, 'Edie', 'Placeholder', 'gb'),
  one('renewal-lost', 1, 'Marlon', 'Specimen', 'us'),
  one('renewal-paid', 2, 'Tjark', 'Beispiel', 'de'),
  one('renewal-lost', 2, 'Femke', 'Voorbeeld', 'nl'),
  one('twice', 2, 'Gwen', 'Placeholder', 'gb'),
  one('fee', 6, 'Dustin', 'Specimen', 'us'),
  one('blocked', 1, 'Silke', 'Muster', 'de'),
  one('blocked', 3, 'Bas', 'Voorbeeld', 'nl'),
  one('blocked', 4, 'Hattie', 'Placeholder', 'gb'),
  one('blocked', 8, 'Corey', 'Specimen', 'us'),
  one('blocked', 10, 'Okke', 'Voorbeeld', 'nl'),
  one('chargeback', 12, 'Arne', 'Beispiel', 'de'),
  one('ending', 1, 'Lotte', 'Voorbeeld', 'nl'),
  one('ending', 2, 'Ralf', 'Muster', 'de'),
  one('ending', 3, 'Poppy', 'Placeholder', 'gb'),
  one('ending', 5, 'Jude', 'Specimen', 'us'),
  one('ending', 5, 'Maike', 'Beispiel', 'de'),
  one('ending', 6, 'Sander', 'Voorbeeld', 'nl'),
  one('regular', 9, 'Nele', 'Muster', 'de'),
  one('regular', 11, 'Teun', 'Voorbeeld', 'nl'),
  one('regular', 13, 'Alfie', 'Placeholder', 'gb'),
  one('regular', 15, 'June', 'Specimen', 'us'),
]

const idOf = ({ name }: One) => fixedUuid(`buyer ${name} of the crowd`)
const idsOf = (is: (what: Of) => boolean) => everybody.filter(({ what }) => is(what)).map(idOf)

/** Those whom a demo reads at its start, as if somebody had opened them: for each list some. */
export const openedInDemo: readonly string[] = [
  ...idsOf((what) => what !== 'regular'),
  ...[ids.settledTwice, ids.cancelledAndFrozen, ids.oldVoucher].map(({ buyer }) => buyer),
]
export const chargedBack: string = idsOf((what) => what === 'chargeback')[0] ?? ''
/** Those to whom something happens every few seconds (`standin/life.ts`). */
export const regulars: readonly string[] = idsOf((what) => what === 'regular')

/** The buyers beside the stories. Ids are always the same; dates are relative to `now`. */
export const crowd = (now: Date): Buyer[] => everybody.map((each, place) => buyerIn(now, each, place))

function buyerIn(now: Date, each: One, place: number): Buyer {
  const { name, lastName, country, what, daysAgo } = each
  const { ipAddress, city, currency, countryName } = places[country]
  const person: Person = { firstName: name, lastName, country, ipAddress, city, locale: country === 'gb' ? 'en' : country }
  const card: Card = {
    bin: '411111',
    lastFour: String(2_010 + 37 * place),
    brand: 'visa',
    countryName,
    country: country.toUpperCase(),
  }
  const method = storedCard(fixedUuid(`method of ${name}`), card, [
    tokenOf(card, now, { id: 2_300_001 + place, madeDaysAgo: 60 }),
  ])
  const bought = { currency, person, paymentMethod: paidBy(card) }
  const first = purchase(now, {
    ...bought,
    name: `first of ${name}`,
    code: 'NWPLUS1',
    daysAgo: 28 + (what === 'ending' ? 0 : daysAgo),
  })
  return buyerOf({ id: idOf(each), email: `${name.toLowerCase()}@example.test` }, person, {
    subscriptions: [
      subscriptionOf(now, {
        id: fixedUuid(`subscription of ${name}`),
        code: 'NWPLUS1',
        currency,
        chargeMethodId: method.id,
        ...subscriptionAs(what, daysAgo),
      }),
    ],
    chargeMethods: [method],
    orders: [first, ...newestOrder(now, each, { ...bought, name: `newest of ${name}`, code: 'NWPLUS1', daysAgo })],
  })
}

type Standing = Pick<Parameters<typeof subscriptionOf>[1], 'status' | 'endsIn' | 'autoChargeStatus' | 'history'>

function subscriptionAs(what: Of, days: number): Standing {
  switch (what) {
    case 'renewal-lost':
      return { status: 'expired', endsIn: -days, history: [['expired', 'Subscription expired', days]] }
    case 'blocked':
      return { status: 'blocked', endsIn: 28 - days, history: [['blocked', 'Failed capture', days]] }
    case 'chargeback':
      return {
        ...{ status: 'suspended', endsIn: 28 - days, autoChargeStatus: false },
        history: [['suspended', 'event_chargeback', days - 9]],
      }
    case 'ending':
      return { endsIn: days, autoChargeStatus: false, history: [['active', 'user_cancel', 4]] }
    default:
      return { endsIn: 28 - days, history: [['active', 'renew', days]] }
  }
}

type Bought = Parameters<typeof purchase>[1]
const lost = { status: 'declined', code: 'acqglobal.insufficient_funds' }

function newestOrder(now: Date, { what }: One, bought: Bought): Order[] {
  const renewal = { ...bought, type: 'autocharge', actionType: 'renew' }
  switch (what) {
    case 'renewal-lost':
      return [purchase(now, { ...renewal, attempts: [lost] })]
    case 'renewal-paid':
      return [purchase(now, { ...renewal, attempts: [lost, { status: 'settled', provider: 'acqnorth', afterSeconds: 21 }] })]
    case 'twice':
      return [purchase(now, { ...renewal, attempts: [{ status: 'settled' }, { status: 'settled', afterSeconds: 75 }] })]
    case 'fee':
      return [withFee(purchase(now, { ...bought, attempts: [{ status: 'settled' }, { status: 'settled', afterSeconds: 22 }] }))]
    case 'blocked':
      return [purchase(now, { ...bought, type: 'oneclick', attempts: [{ status: 'failed' }] })]
    case 'ending':
      return []
    default:
      return [purchase(now, renewal)]
  }
}

/** Its second charge is a service fee, which charge history doesn't say (service-facts 2.19). */
const withFee = (order: Order): Order => ({
  ...order,
  charges: order.charges.map((charge, place) => (place === 1 ? { ...charge, amount: '1.50', amountInUsd: '1.50' } : charge)),
})
