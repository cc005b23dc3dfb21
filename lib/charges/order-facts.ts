import { sum } from '@/lib/core/money'
import { askedFor, type RequestedAmount, receiptsIn, stateFamilies } from '../operations/effects/facts'
import type { Charge, Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { type Attempt, attemptsOf } from './attempts'
import type { ChargeFamily } from './status'

/** An order taken apart once: everything that is said of it is said from this. */
export type OrderFacts = {
  order: Order
  attempts: Attempt[]
  /** The attempts of each family, in the order of the ladder. */
  charges: Record<ChargeFamily, Charge[]>
  /** What the order came to: received, else still open, else a new value, else lost; `other` too where nothing was tried. */
  state: ChargeFamily
}

const remembered = new WeakMap<Order, OrderFacts>()

/** The facts of an order, kept as long as the order is: a page says something of every order each time that it is drawn. */
export function factsOf(order: Order): OrderFacts {
  const known = remembered.get(order)
  if (known) return known
  const facts = factsFrom(order)
  remembered.set(order, facts)
  return facts
}

/** The same for who needs an order for a moment and then the next: what is in a weak map lives until the whole heap is tidied. */
export function factsFrom(order: Order): OrderFacts {
  const attempts = attemptsOf(order.charges)
  const of = (family: ChargeFamily) => attempts.filter((rung) => rung.family === family).map(({ charge }) => charge)
  const charges = { received: receiptsIn(of('received')), open: of('open'), other: of('other'), lost: of('lost') }
  return { order, attempts, charges, state: stateFamilies.find((state) => charges[state].length > 0) ?? 'other' }
}

export function isReadable(order: OrderOrUnreadable): order is Order {
  return !('unreadable' in order)
}

/** What was asked for the order. */
export const askedOf = ({ order, attempts }: OrderFacts): RequestedAmount => askedFor(order, attempts.at(-1)?.charge)

/**
 * The amount of the order: money received where there is any, otherwise what was asked; USD as the service gave it beside it. Money of two
 * currencies is never added, so there's no amount then.
 */
export function shownAmount(facts: OrderFacts): RequestedAmount & { received: boolean } {
  const { order, charges } = facts
  if (charges.received.length === 0) return { ...askedOf(facts), received: false }
  const [currency = null, ...more] = new Set(charges.received.map((charge) => charge.currency ?? order.currency))
  const amount = more.length === 0 ? sum(charges.received.map((charge) => charge.amount)) : null
  return { amount, currency, usd: usdIn(charges.received.map(({ amountInUsd }) => amountInUsd)), received: true }
}

/** The sum of the given USD amounts, or null when one is missing: a part would look like the whole. */
export function usdIn(amounts: readonly (string | null)[]): string | null {
  const given = amounts.filter((amount) => amount !== null)
  return given.length > 0 && given.length === amounts.length ? sum(given) : null
}

/** `2 × Northwind Plus`: what was bought, and how many of it where it was more than one; null where the service names nothing. */
export function productTitle({ name, code, quantity }: Order['products'][number]): string | null {
  const title = name ?? code
  return title !== null && quantity !== null && quantity > 1 ? `${quantity} × ${title}` : title
}

/** The attempt that says how it was paid: the first that was received, otherwise the last. */
export const tellingCharge = ({ charges, attempts }: OrderFacts) => charges.received[0] ?? attempts.at(-1)?.charge
