import type { Charge, Order } from '../schemas/charge-history'
import type { Subscription } from '../schemas/subscription'

/** Something that an answer says of a buyer, or of a thing of theirs. */
export type Fact = { entity: string; field: string; value: unknown }

export const factsOfThing = (entity: string, thing: Record<string, unknown>): Fact[] =>
  Object.entries(thing).map(([field, value]) => ({ entity, field, value }))

/** What only the list tells (service-facts 3.3) is not forgotten because a command's answer leaves it out. */
export function subscriptionFacts({ id, product, isTokenized, ...rest }: Subscription): Fact[] {
  const fields = { ...rest, ...(product === null ? {} : { product }), ...(isTokenized === null ? {} : { isTokenized }) }
  return factsOfThing(`subscription:${id}`, fields)
}

/**
 * What a charge status means for money (service-facts 2.5).
 * `received` is money; `open` may still become money; `lost` will not; `other` is a value we don’t know.
 */
export type ChargeFamily = 'received' | 'open' | 'lost' | 'other'

const families: Record<string, ChargeFamily> = {
  settled: 'received',
  captured: 'received',
  created: 'open',
  redirected: 'open',
  confirmed: 'open',
  deferred: 'open',
  authorized: 'open',
  verified: 'open',
  declined: 'lost',
  failed: 'lost',
}

/** The family of a status as it came; a new value is never counted as received. */
export function familyOf(status: string): ChargeFamily {
  return Object.hasOwn(families, status) ? (families[status] ?? 'other') : 'other'
}

/** Whether an amount is less than nothing. The service doesn't document such a charge, so it's neither a receipt nor a refund. */
export const isBelowZero = ({ amount }: { amount: string }): boolean => amount.startsWith('-') && /[1-9]/.test(amount)

/** The family of a charge: a receipt of less than nothing received nothing. */
export function familyOfCharge(charge: { status: string; amount: string }): ChargeFamily {
  const family = familyOf(charge.status)
  return family === 'received' && isBelowZero(charge) ? 'other' : family
}

/** The receipts of an order among its charges that were received: a check of a card that was settled at nothing is no second payment, nor are two. */
export function receiptsIn<Received extends { amount: string }>(received: readonly Received[]): Received[] {
  const paid = received.filter(({ amount }) => /[1-9]/.test(amount))
  return paid.length > 0 ? paid : received.slice(0, 1)
}

/** Whether an order paid for a further term of something, and didn't begin it. */
export const renews = ({ type, products }: Pick<Order, 'type' | 'products'>): boolean =>
  type === 'autocharge' || products.some(({ actionType }) => actionType === 'renew')

/** Which family an order is of: received if any attempt was, else still open, else a new value, else lost. */
export const stateFamilies = ['received', 'open', 'other', 'lost'] as const

/** The currency a charge's amount is in: its own where it says one, otherwise the order's; empty where neither does. */
export const currencyOf = (charge: Charge, order: Order) => charge.currency ?? order.currency ?? ''

/**
 * The charges of one order as they followed each other (service-facts 2.7).
 * A declined original and its cascade may carry the very same second, so ties put an original before a cascade,
 * and what is still open before what was declined before what was settled: a voucher never comes between the two.
 */
export const inOrder = (charges: readonly Charge[]): Charge[] =>
  charges.toSorted((a, b) => byTime(a, b) || targetRank(a) - targetRank(b) || familyRank(a) - familyRank(b))

function byTime(a: Charge, b: Charge): number {
  const one = wallClock(a)
  const other = wallClock(b)
  return one < other ? -1 : one > other ? 1 : 0
}

const clock = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[ T]((?:[01]\d|2[0-3])(?::[0-5]\d){2})/

// Service times are compared as they're written. Without one an attempt goes last; the tilde sorts after every digit.
const wallClock = ({ createdAt }: Charge): string =>
  clock
    .exec(createdAt ?? '')
    ?.slice(1)
    .join(' ') ?? '~'

const targetRank = ({ target }: Charge) => (target === 'original' ? 0 : target === 'cascade' ? 2 : 1)

const familyRanks: Record<ChargeFamily, number> = { open: 0, other: 1, lost: 2, received: 3 }
const familyRank = (charge: Charge) => familyRanks[familyOfCharge(charge)]

/** The first receipt in the order's own currency: only there its tax can be told. Undefined where it received none in that. */
export const firstReceipt = (order: Order, received: readonly Charge[]): Charge | undefined =>
  received.find((charge) => currencyOf(charge, order) === (order.currency ?? ''))

export type RequestedAmount = { amount: string | null; currency: string | null; usd: string | null }

/**
 * What was asked for an order: its total in its own currency as given, or what its last attempt asked, in that one's; null where neither is
 * known. It's what is lost where the order was.
 */
export function askedFor({ totalPrices, currency }: Order, last: Charge | undefined): RequestedAmount {
  const total = totalPrices?.amountWithDiscountAndCouponAndTax ?? null
  const usd = totalPrices?.amountWithDiscountAndCouponAndTaxInUsd ?? last?.amountInUsd ?? null
  if (total !== null) return { amount: total, currency, usd }
  return { amount: last?.amount ?? null, currency: last?.currency ?? currency, usd }
}
