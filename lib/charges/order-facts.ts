import { sum } from '../money'
import type { Charge, Order, OrderOrGap } from '../operations/schemas/charge-history'
import { ladderOf, type Rung } from './ladder'
import type { ChargeFamily } from './status'

/** An order taken apart once: everything that is said of it is said from this. */
export type OrderFacts = {
  order: Order
  ladder: Rung[]
  /** The attempts of each family, in the order of the ladder. */
  charges: Record<ChargeFamily, Charge[]>
  /** What the order came to: received, else still open, else a new value, else lost; `other` too where nothing was tried. */
  state: ChargeFamily
}

const states = ['received', 'open', 'other', 'lost'] as const
let last: OrderFacts | null = null

/**
 * The facts of an order. Those asked for last are kept, for everything that is said of an order is said at once. To keep them in a weak map
 * with every order would let the orders of a long history, each needed for a moment, live until the whole heap is tidied.
 */
export function factsOf(order: Order): OrderFacts {
  if (last?.order === order) return last
  const ladder = ladderOf(order.charges)
  const of = (family: ChargeFamily) => ladder.filter((rung) => rung.family === family).map(({ charge }) => charge)
  const charges = { received: of('received'), open: of('open'), other: of('other'), lost: of('lost') }
  last = { order, ladder, charges, state: states.find((state) => charges[state].length > 0) ?? 'other' }
  return last
}

export function isReadable(order: OrderOrGap): order is Order {
  return !('unreadable' in order)
}

/** What was asked for the order, as given, or what its last attempt asked; null where neither is told. */
export function askedFor({ order, ladder }: OrderFacts): string | null {
  return order.totalPrices?.amountWithDiscountAndCouponAndTax ?? ladder.at(-1)?.charge.amount ?? null
}

/** The amount of the order's row: money received where there is any, otherwise what was asked; USD as given beside it. */
export function shownAmount(facts: OrderFacts): { amount: string | null; usd: string | null; received: boolean } {
  const { received } = facts.charges
  if (received.length > 0) return { amount: sum(received.map(({ amount }) => amount)), usd: usdOf(received), received: true }
  const usd = facts.order.totalPrices?.amountWithDiscountAndCouponAndTaxInUsd ?? facts.ladder.at(-1)?.charge.amountInUsd ?? null
  return { amount: askedFor(facts), usd, received: false }
}

/** The sum of the given USD amounts, or null when one is missing: a part would look like the whole. */
export function usdOf(charges: readonly Charge[]): string | null {
  const given = charges.map(({ amountInUsd }) => amountInUsd).filter((amount) => amount !== null)
  return given.length > 0 && given.length === charges.length ? sum(given) : null
}
