import 'server-only'
import type { ChosenCharge } from '@/lib/charges/equal-charges'
import { emailInHistory } from '@/lib/charges/known-of-buyer'
import { factsOf, isReadable, productTitle } from '@/lib/charges/order-facts'
import { describeMethod } from '@/lib/charges/payment-method-words'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import { eachOrder, readOrders } from '@/lib/charges/server/read-orders'
import { familyOfCharge, isBelowZero } from '@/lib/charges/status'
import { inZone, serviceTime } from '@/lib/core/dates'
import { masked } from '@/lib/core/masking'
import { subtract } from '@/lib/core/money'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { cardsIn } from '@/lib/knowledge/server/cards'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import { chargeDoubts } from '../charge-doubts'
import type { Refundable } from '../refund'
import { refundPlaces } from '../refund-amount'
import { refundStory } from '../refund-story'
import { requestsOf, sumOf } from './ask-refund'
import { buyerRefunds } from './list-refunds'
import type { KeptCharge } from './refund-row'

/** With the charge as a request keeps it. */
type ChargeToRefund = Refundable & { charge: KeptCharge }

type ChargeKey = { orderId: string; chargeId: string }

/** What of a charge may be asked for, by what the service says now. Throws `notFound`, and `conflict` where nothing was received by it. */
export async function refundableOf(whose: BuyerOf, chargeKey: ChargeKey, signal?: AbortSignal): Promise<ChargeToRefund> {
  const { order, charge, ...read } = await readCharge(whose, chargeKey, signal)
  const currency = currencyOf(charge, order)
  if (familyOfCharge(charge) !== 'received' || currency === '')
    throw problem(
      'conflict',
      `This charge is ${isBelowZero(charge) ? 'less than zero' : charge.status}. No money was received, so there’s nothing to refund.`,
      {
        code: 'not_received',
      },
    )
  const { person, merchant, buyerId } = whose
  const requests = await requestsOf(await database(), { merchant: merchant.code, chargeId: charge.chargeId })
  const requested = sumOf(requests)
  const refunds = await buyerRefunds(person, merchant.code, buyerId)
  return {
    charge: refundedCharge(order, charge, { ...read, today: inZone(Date.now(), merchant.timeZone).day }),
    currency,
    places: refundPlaces(currency, charge.amount),
    requested,
    left: subtract(charge.amount, requested),
    requests: requests.map(({ id }) => id),
    earlier: refunds,
  }
}

const dayOf = (at: string | null) => serviceTime(at)?.day ?? null

/** The digest of the card that was charged, and what was received on the day of the order. */
type ReadBeside = { card: string | null; sameDay: ChosenCharge[] }

/**
 * The service has no read of one order, so its history is walked from the newest until the order comes. It's read unmasked, because the
 * digest of a card is that of its whole fingerprint, and masked here: nothing else leaves unmasked.
 */
async function readCharge(
  whose: BuyerOf,
  { orderId, chargeId }: ChargeKey,
  signal: AbortSignal | undefined,
): Promise<ChosenCharge & ReadBeside> {
  const orders = eachOrder(readOrders(whose, { order: 'newest-first', noted: true, unmasked: true, signal }))
  const received: ChosenCharge[] = []
  let found: (ChosenCharge & Pick<ReadBeside, 'card'>) | null = null
  for await (const unmasked of orders) {
    if (!isReadable(unmasked)) continue
    const order = masked(unmasked)
    // What is equal to it may be in another order of its day, so the walk ends with that day.
    if (found !== null && dayOf(order.createdAt) !== dayOf(found.order.createdAt)) break
    received.push(...factsOf(order).charges.received.map((charge) => ({ order, charge })))
    if (order.orderId !== orderId) continue
    const charge = order.charges.find((each) => each.chargeId === chargeId)
    if (!charge) break
    found = { order, charge, card: cardOf(unmasked, chargeId) }
  }
  if (found) return { ...found, sameDay: received }
  throw problem('notFound', 'The service has no such charge for this buyer. Check the buyer and the charge id.')
}

const cardOf = (order: Order, chargeId: string): string | null =>
  cardsIn([{ ...order, charges: order.charges.filter((each) => each.chargeId === chargeId) }])[0] ?? null

function refundedCharge(order: Order, charge: Charge, { card, sameDay, today }: ReadBeside & { today: string }): KeptCharge {
  return {
    orderId: order.orderId,
    chargeId: charge.chargeId,
    buyer: emailInHistory([order]),
    country: charge.billingInfo?.country ?? null,
    products: order.products.map((product) => productTitle(product) ?? 'unnamed product'),
    createdAt: charge.createdAt,
    status: charge.status,
    amount: charge.amount,
    usd: charge.amountInUsd,
    method: describeMethod(charge.paymentMethod),
    descriptor: charge.descriptor,
    provider: charge.provider,
    mid: charge.mid,
    providerTransaction: charge.providerTransaction,
    doubts: chargeDoubts(order, charge, today),
    story: refundStory({ order, charge }, sameDay),
    cardDigest: card,
  }
}
