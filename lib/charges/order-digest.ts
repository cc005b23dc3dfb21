import { serviceTime } from '@/lib/core/dates'
import type { Charge, Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { describeDecline } from './decline-words'
import type { Doubt } from './doubts'
import { isAtPlace, isGiven, type MoneyPiece, type Place, piecesIn, piecesOf, placeOf } from './money-pieces'
import { factsFrom, isReadable, type OrderFacts } from './order-facts'
import {
  type ChargeFilter,
  filterCurrency,
  folded,
  type OrderFilter,
  type OrderState,
  type PickedField,
  pickedFields,
  type Trait,
} from './order-filter'
import { describeMethod } from './payment-method-words'
import type { ChargeFamily } from './status'

/** An attempt as it is counted; `reason` says why it was lost. */
export type AttemptDigest = Place & { family: ChargeFamily; reason: string | null }

/** What filters and sums need of an order, so that a history of any length is walked without its orders. */
export type OrderDigest = {
  day: string
  state: OrderState
  picks: Record<PickedField, string[]>
  text: string
  attempts: AttemptDigest[]
  money: MoneyPiece[]
  traits: Trait[]
}

export function digestOf(order: OrderOrUnreadable, doubts: readonly Doubt[]): OrderDigest {
  const picks = Object.fromEntries(pickedFields.map((field) => [field, valuesOf(order, field)])) as OrderDigest['picks']
  if (!isReadable(order))
    return {
      state: 'other',
      picks,
      day: '',
      text: folded(order.orderId),
      attempts: [],
      money: [],
      traits: ['unreadable'],
    }
  const facts = factsFrom(order)
  const money = piecesOf(facts)
  return {
    state: states[facts.state],
    picks,
    day: serviceTime(order.createdAt)?.day ?? '',
    text: searchable(order),
    attempts: facts.attempts.map(({ charge, family }) => ({
      ...placeOf(charge),
      family,
      reason: family === 'lost' ? describeDecline(charge) : null,
    })),
    money,
    traits: [...traitsOf(facts, money), ...(doubts.length > 0 ? (['doubt'] as const) : []), ...doubts.map(({ kind }) => kind)],
  }
}

const remembered = new WeakMap<OrderOrUnreadable, OrderDigest>()

/** The same without doubts, kept as long as the order is: somebody who types into the filter asks for it at every letter. */
export function digestKept(order: OrderOrUnreadable): OrderDigest {
  const known = remembered.get(order)
  if (known) return known
  const digest = digestOf(order, [])
  remembered.set(order, digest)
  return digest
}

/** What an order came to, by the word on the screen; one that could not be read is neither received nor lost. */
const states: Record<ChargeFamily, OrderState> = { received: 'received', lost: 'declined', open: 'open', other: 'other' }

function traitsOf({ attempts, charges, state }: OrderFacts, money: readonly MoneyPiece[]): Trait[] {
  const given = money.find((piece) => piece.given)?.given
  const decided = attempts.filter(({ family }) => family === 'received' || family === 'lost')
  const declinedFirst = decided[0]?.family === 'lost'
  const found: [Trait, boolean][] = [
    ['decided', decided.length > 0],
    ['approved', state === 'received'],
    ['declined-first', declinedFirst],
    ['recovered', declinedFirst && charges.received.some(({ target }) => target === 'cascade')],
    ['discount', isGiven(given?.discount)],
    ['coupon', isGiven(given?.coupon)],
    ['tax', isGiven(given?.tax)],
  ]
  return found.filter(([, holds]) => holds).map(([trait]) => trait)
}

/** What an order holds of a field, each value once. A product is named by its name, or by its code where it has none. */
function valuesOf(order: OrderOrUnreadable, field: PickedField): string[] {
  if (!isReadable(order)) return []
  const values = {
    status: () => order.charges.map(({ status }) => status),
    type: () => [order.type],
    currency: () => [order.currency],
    provider: () => order.charges.map(({ provider }) => provider),
    product: () => order.products.map(({ name, code }) => name ?? code),
  }[field]()
  return [...new Set(values.filter((value) => value !== null))]
}

/** What an order is found by, folded. */
function searchable({ orderId, type, products, charges }: Order): string {
  const texts = [orderId, type, ...products.flatMap(({ name, code }) => [name, code]), ...charges.flatMap(ofCharge)]
  return folded(texts.filter(Boolean).join('\n'))
}

const ofCharge = (charge: Charge) => [
  charge.chargeId,
  charge.providerTransaction,
  charge.descriptor,
  charge.provider,
  charge.mid,
  charge.status,
  charge.code,
  charge.amount,
  describeMethod(charge.paymentMethod),
]

/** A filter of a history, or of all charges, which asks for more. */
type AnyFilter = OrderFilter & Partial<ChargeFilter>

/** Whether an order passes. One that could not be read is found by its id, and never by what it is not known to hold. */
export function passes(digest: OrderDigest, filter: AnyFilter): boolean {
  const { state, picks, day, text, traits } = digest
  return (
    (filter.state === null || state === filter.state) &&
    (filter.has == null || traits.includes(filter.has)) &&
    (filter.from === null || day >= filter.from) &&
    (filter.to === null || (day !== '' && day <= filter.to)) &&
    ['status', 'type', 'product', 'provider'].every((field) => holds(picks, field as PickedField, filter)) &&
    holds(picks, 'currency', filter, digest) &&
    ((filter.money == null && filter.month == null) || moneyIn(digest, filter).length > 0) &&
    ((filter.mid == null && filter.reason == null) || attemptsIn(digest, filter).length > 0) &&
    (filter.find === null || text.includes(folded(filter.find)))
  )
}

function holds(picks: OrderDigest['picks'], field: PickedField, filter: AnyFilter, digest?: OrderDigest): boolean {
  const wanted = filter[field]
  return (
    wanted === null ||
    picks[field].includes(wanted) ||
    digest?.money.some(({ currency }) => filterCurrency(currency) === wanted) === true
  )
}

/** The money of an order that a filter is about. */
export const moneyIn = ({ money }: OrderDigest, filter: AnyFilter): MoneyPiece[] => piecesIn(money, filter)

/** The attempts of an order that a filter is about. */
export function attemptsIn({ attempts }: OrderDigest, filter: AnyFilter): AttemptDigest[] {
  return attempts.filter((attempt) => (filter.reason == null || attempt.reason === filter.reason) && isAtPlace(attempt, filter))
}
