import { productById } from './catalogue/products'
import type { Buyer, Charge, Order, Subscription } from './records'
import { withoutZone } from './time'

/** Something that happened in the world, as the service tells merchants of it (service-facts, section 5). */
export type TellableEvent = { account: string; body: Record<string, unknown> }

/** An event of type `subscription`: the subscription as it is after what happened (5.2). */
export function subscriptionEvent(
  action: string,
  buyer: Buyer,
  subscription: Subscription,
  now: Date,
  chargeId?: string,
): TellableEvent {
  const product = productById(buyer.merchantCode, subscription.productId)
  return {
    account: buyer.merchantCode,
    body: {
      type: 'subscription',
      action: `subscription_${action}`,
      merchant: buyer.merchantCode,
      ...(chargeId && { chargeId }),
      buyer: buyerFields(buyer),
      subscriptionData: {
        id: subscription.id,
        status: subscription.status,
        buyerId: buyer.id,
        buyerEmail: buyer.email,
        startDate: plainTime(subscription.startDate),
        endDate: plainTime(subscription.endDate),
        createdAt: plainTime(subscription.createdAt),
        updatedAt: withoutZone(now),
        isManual: subscription.isManual,
        autochargeStatus: subscription.autoChargeStatus,
        product: product && {
          code: product.code,
          name: product.name,
          productPrice: { amount: product.prices[subscription.currency], currency: subscription.currency },
        },
      },
    },
  }
}

/** An event of type `charge`, or `charge_unsuccess` for one that was declined (5.3). */
export function chargeEvent(buyer: Buyer, order: Order, charge: Charge): TellableEvent {
  const isLost = ['declined', 'failed'].includes(charge.status)
  const { bin, lastFourDigits } = charge.paymentMethod.data ?? {}
  return {
    account: buyer.merchantCode,
    body: {
      type: isLost ? 'charge_unsuccess' : 'charge',
      action: isLost ? 'charge_unsuccess' : charge.status === 'authorized' ? 'charge_authorize' : 'charge_settle',
      merchant: buyer.merchantCode,
      buyer: buyerFields(buyer),
      chargeData: {
        id: charge.chargeId,
        status: charge.status,
        firstName: charge.billingInfo?.firstName,
        lastName: charge.billingInfo?.lastName,
        createdAt: `${charge.createdAt}.000000`,
        isServiceFee: false,
        order: {
          id: order.orderId,
          type: order.type,
          currency: order.currency,
          amount: charge.amount,
          locale: buyer.locale,
          metaData: {},
        },
        paymentMethod: { type: charge.paymentMethod.type, data: bin ? { bin, lastFour: lastFourDigits } : null },
        ...(charge.provider && { provider: { name: charge.provider, mid: { name: charge.mid } } }),
      },
      ...(isLost && { declineData: { type: 'decline', code: charge.code ?? undefined } }),
    },
  }
}

const buyerFields = ({ id, email, buyerMeta }: Buyer) => ({
  id,
  email,
  metaData: Object.keys(buyerMeta).length === 0 ? [] : buyerMeta,
})

const plainTime = (time: string): string => time.slice(0, 19).replace('T', ' ')
