import type { Order } from '../schemas/charge-history'
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

/** Whether an order paid for a further term of something, and didn't begin it. */
export const renews = ({ type, products }: Pick<Order, 'type' | 'products'>): boolean =>
  type === 'autocharge' || products.some(({ actionType }) => actionType === 'renew')

/** Which family an order is of: received if any attempt was, else still open, else a new value, else lost. */
export const stateFamilies = ['received', 'open', 'other', 'lost'] as const
