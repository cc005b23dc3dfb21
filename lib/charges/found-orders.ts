import { serviceTime } from '@/lib/core/dates'
import { fold, plainDecimal } from '@/lib/core/fold'
import { groupBy } from '@/lib/core/group-by'
import { currencyOf } from '@/lib/operations/effects/facts'
import { type ChargeQuery, type Fit, fitOf, isTelling, type PlainCharge } from '@/lib/search/fits'
import type { ChargeHit, SearchHit } from '@/lib/search/search-reading'
import type { Charge, Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { isReadable } from './order-facts'
import { familyOfCharge } from './status'

/** A charge of an order that fits what a message tells. */
export type FittingCharge = { orderId: string; chargeId: string; fit: Fit }

/** The charge that fits best, of all orders or of one; null where none does. Of equals a received one, and of those the last. */
export function fittingCharge(
  orders: readonly OrderOrUnreadable[],
  query: ChargeQuery,
  of: { buyerId: string; orderId: string | null },
): FittingCharge | null {
  const all = orders
    .filter(isReadable)
    .filter(({ orderId }) => of.orderId === null || orderId === of.orderId)
    .flatMap((order) =>
      order.charges.map((charge) => ({ order, charge, fit: fitOf(plainCharge(order, charge, of.buyerId), query) })),
    )
    .filter(({ fit }) => isTelling(fit))
  const [best] = all.toSorted(
    (a, b) => b.fit.score - a.fit.score || rank(b.charge) - rank(a.charge) || (timeOf(a) < timeOf(b) ? 1 : -1),
  )
  return best ? { orderId: best.order.orderId, chargeId: best.charge.chargeId, fit: best.fit } : null
}

/**
 * Whether a history that is loaded from the newest order on reaches beyond the days of an order: only then is it known what else was paid on
 * them.
 */
export function reachesBefore(orderId: string, orders: readonly OrderOrUnreadable[]): boolean {
  const readable = orders.filter(isReadable)
  const daysOf = ({ createdAt, charges }: Order) =>
    [createdAt, ...charges.map((charge) => charge.createdAt)].flatMap((at) => serviceTime(at)?.day ?? [])
  const [first] = readable
    .filter((order) => order.orderId === orderId)
    .flatMap(daysOf)
    .toSorted()
  return first === undefined || readable.some((order) => daysOf(order).every((day) => day < first) && daysOf(order).length > 0)
}

const rank = (charge: Charge) => (familyOfCharge(charge) === 'received' && isSomething(charge.amount) ? 1 : 0)
const timeOf = ({ order, charge }: { order: Order; charge: Charge }) => charge.createdAt ?? order.createdAt ?? ''

const plainCharge = (order: Order, charge: Charge, buyerId: string): PlainCharge => ({
  chargeId: charge.chargeId,
  orderId: order.orderId,
  buyerId,
  amount: plainDecimal(charge.amount) ?? '',
  currency: currencyOf(charge, order).toUpperCase(),
  day: serviceTime(charge.createdAt ?? order.createdAt)?.day ?? '',
  lastFour: charge.paymentMethod?.data?.lastFourDigits ?? '',
  descriptor: fold(charge.descriptor ?? ''),
})

/** A hit, and how many charges of its order with the same amount were received, as far as was found. */
export type FoundOrder = SearchHit & { times: number }

/**
 * Attempts of one order as one: the one that brought money where there is any, otherwise the one that fits best. In the order of the hits. A
 * charge of nothing, such as a card that was checked, is no payment.
 */
export function foundOrders(hits: readonly SearchHit[]): FoundOrder[] {
  const orders = groupBy(hits, ({ buyerId, charge, reason }) => `${buyerId} ${charge?.orderId ?? reason}`)
  return [...orders.values()].flatMap((some) => {
    const received = some.filter(({ charge }) => charge !== null && isReceived(charge) && isSomething(charge.amount))
    const hit = received[0] ?? some[0]
    if (!hit) return []
    return [{ ...hit, times: received.filter(({ charge }) => charge?.amount === hit.charge?.amount).length }]
  })
}

const isSomething = (amount: string | null) => amount !== null && /[1-9]/.test(amount)

/** What only an event says is no receipt. */
const isReceived = (charge: ChargeHit) => !charge.isHint && familyOfCharge(charge) === 'received'
