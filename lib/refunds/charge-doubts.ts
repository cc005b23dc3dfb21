import { daysBetween, serviceTime } from '@/lib/core/dates'
import { compare, formatAmount } from '@/lib/core/money'
import { formatMoney } from '../charges/money-words'
import { factsOf } from '../charges/order-facts'
import type { Charge, Order } from '../operations/schemas/charge-history'

/** After so many days a provider may no longer refund by itself. */
const longDays = 180

/** What somebody should see before a charge is refunded, in sentences. None of it is a verdict. `today` is a day key of the service. */
export function chargeDoubts(order: Order, charge: Charge, today: string): string[] {
  const { charges, attempts } = factsOf(order)
  const place = attempts.findIndex((rung) => rung.charge.chargeId === charge.chargeId)
  const asked = order.totalPrices?.amountWithDiscountAndCouponAndTax ?? null
  const isOther = charge.currency !== null && order.currency !== null && charge.currency !== order.currency
  const took = isOther ? formatMoney(charge.amount, charge.currency) : formatAmount(charge.amount)
  const age = daysBetween(serviceTime(charge.createdAt)?.day ?? today, today)
  return [
    charges.received.length > 1 &&
      `This order was paid ${charges.received.length === 2 ? 'twice' : `${charges.received.length} times`}. It may be a double payment, or a charge plus its service fee.`,
    attempts.slice(place + 1).some(({ family }) => family === 'lost') &&
      'A later attempt for this order was declined after this charge was received.',
    charges.open.length > 0 && 'Another attempt for this order is still open and may yet be paid.',
    ...charges.other
      .filter(({ chargeId }) => chargeId !== charge.chargeId)
      .map(
        ({ status, amount, currency }) =>
          `Another attempt for this order isn’t counted: ${formatMoney(amount, currency ?? order.currency)} with the status “${status}”. It may be a chargeback or a refund. Ask the provider before you refund.`,
      ),
    asked !== null &&
      charges.received.length === 1 &&
      (isOther || compare(asked, charge.amount) !== 0) &&
      `The order was for ${formatMoney(asked, order.currency)}, but this charge took ${took}.`,
    age > longDays && `The charge is ${age} days old. Ask the provider whether it can still be refunded.`,
    charge.providerTransaction === null &&
      'There’s no provider transaction id. Give the provider other details to find this charge.',
  ].filter((words) => words !== false)
}
