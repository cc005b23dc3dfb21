import { factsOf } from '../charges/order-facts'
import { daysBetween, serviceTime } from '../dates'
import { compare } from '../money'
import type { Charge, Order } from '../operations/schemas/charge-history'

/** After so many days a provider may no longer refund by itself. */
const longDays = 180

/** What somebody should see before a charge is refunded, in sentences. None of it is a verdict. `today` is a day key of the service. */
export function chargeDoubts(order: Order, charge: Charge, today: string): string[] {
  const { charges, ladder } = factsOf(order)
  const place = ladder.findIndex((rung) => rung.charge.chargeId === charge.chargeId)
  const asked = order.totalPrices?.amountWithDiscountAndCouponAndTax ?? null
  const day = serviceTime(charge.createdAt)?.day
  const age = day === undefined ? 0 : daysBetween(day, today)
  return [
    charges.received.length > 1 &&
      `Money was received ${charges.received.length} times in this order: a double payment, or a main charge with its service fee.`,
    ladder.slice(place + 1).some(({ family }) => family === 'lost') &&
      'A later attempt of this order was declined after this one was received.',
    charges.open.length > 0 && 'Another attempt of this order is still open and may yet be paid.',
    asked !== null &&
      charges.received.length === 1 &&
      compare(asked, charge.amount) !== 0 &&
      `The order asked for ${asked} ${order.currency ?? ''}`.trimEnd().concat(`, this charge took ${charge.amount}.`),
    age > longDays && `It was received ${age} days ago; ask the provider whether it still refunds that.`,
    charge.providerTransaction === null && 'The service names no provider transaction, so the provider has to find it otherwise.',
  ].filter((words) => words !== false)
}
