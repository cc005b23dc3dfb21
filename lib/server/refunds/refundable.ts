import 'server-only'
import { emailInHistory } from '@/lib/charges/known-of-buyer'
import { isReadable } from '@/lib/charges/order-facts'
import { familyOf } from '@/lib/charges/status'
import { inZone } from '@/lib/dates'
import { subtract } from '@/lib/money'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import { methodWords } from '@/lib/payment-method-words'
import { problem } from '@/lib/problem'
import { chargeDoubts } from '@/lib/refunds/charge-doubts'
import type { Refundable, RefundedCharge } from '@/lib/refunds/refund'
import { refundPlaces } from '@/lib/refunds/refund-amount'
import type { Person } from '../auth/sessions'
import { newestFirst } from '../charges/newest-first'
import { database } from '../database/open'
import type { Merchant } from '../merchants'
import { requestedOf } from './ask-refund'
import { buyerRefunds } from './list-refunds'

type About = { person: Person; merchant: Merchant; buyerId: string; left?: AbortSignal }
type Wanted = { orderId: string; chargeId: string }

/** What of a charge may be asked for, by what the service says now. Throws `notFound`, and `conflict` where nothing was received by it. */
export async function refundableOf(about: About, wanted: Wanted): Promise<Refundable> {
  const { order, charge } = await readCharge(about, wanted)
  if (familyOf(charge.status) !== 'received' || order.currency === null)
    throw problem('conflict', `This charge is ${charge.status}: nothing was received by it that could be given back.`, {
      code: 'not_received',
    })
  const { person, merchant, buyerId } = about
  const requested = await requestedOf(await database(), { merchant: merchant.code, chargeId: charge.chargeId })
  const refunds = await buyerRefunds(person, merchant.code, buyerId)
  return {
    charge: told(order, charge, inZone(Date.now(), merchant.timeZone).day),
    currency: order.currency,
    places: refundPlaces(order.currency, charge.amount),
    requested,
    left: subtract(charge.amount, requested),
    earlier: refunds,
  }
}

/** The service has no read of one order, so its history is walked from the newest until the order comes. */
async function readCharge(about: About, { orderId, chargeId }: Wanted): Promise<{ order: Order; charge: Charge }> {
  for (let cursor: string | null = null; ; ) {
    const { orders, next } = await newestFirst(about, cursor)
    const order = orders.filter(isReadable).find((each) => each.orderId === orderId)
    const charge = order?.charges.find((each) => each.chargeId === chargeId)
    if (order && charge) return { order, charge }
    if (order || next === null) throw problem('notFound', 'The service has no such charge of this buyer.')
    cursor = next
  }
}

function told(order: Order, charge: Charge, today: string): RefundedCharge {
  return {
    ...{ orderId: order.orderId, chargeId: charge.chargeId, buyer: emailInHistory([order]) },
    country: charge.billingInfo?.country ?? null,
    products: order.products.map(({ name, code }) => name ?? code ?? 'product not named'),
    ...{ createdAt: charge.createdAt, status: charge.status, amount: charge.amount, usd: charge.amountInUsd },
    ...{ method: methodWords(charge.paymentMethod), descriptor: charge.descriptor },
    ...{ provider: charge.provider, mid: charge.mid, providerTransaction: charge.providerTransaction },
    doubts: chargeDoubts(order, charge, today),
  }
}
