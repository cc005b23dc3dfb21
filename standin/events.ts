import { productById } from './catalogue/products'
import type { Buyer, Charge, Order, Subscription } from './records'
import { withoutZone } from './time'

/** Something that happened in the world, as the service tells merchants of it (service-facts, section 5). */
export type TellableEvent = { account: string; body: Record<string, unknown> }

/** How often the service tries: one try and five repeats about three seconds apart, and the whole again every five minutes. */
export type Retries = { repeats: number; pauseMs: number; groupMs: number }
const documented: Retries = { repeats: 5, pauseMs: 3_000, groupMs: 300_000 }

/** `thing` is the id of the subscription or charge. */
export type Delivery = { account: string; action: string; thing: string; at: string; status: number | null }

const maxKept = 1_000
const patienceMs = 10_000

/** Posts events to the addresses that merchants have given, in the order in which they happened and without waiting for each other. */
export class EventSender {
  private readonly addresses = new Map<string, Set<string>>()
  private readonly deliveries: Delivery[] = []
  private timers = new Set<NodeJS.Timeout>()

  constructor(
    private readonly now: () => Date,
    private readonly retries: Retries = documented,
  ) {}

  /** From now on an account's events go there as well. */
  sendTo(account: string, address: string): void {
    this.addresses.set(account, (this.addresses.get(account) ?? new Set()).add(address))
  }

  tell({ account, body }: TellableEvent): void {
    for (const address of this.addresses.get(account) ?? []) void this.deliver(account, address, body, 0)
  }

  /** What was sent where, oldest first, with the status that came back; null where none did. */
  list(): readonly Delivery[] {
    return this.deliveries
  }

  /** Sends nothing more. The addresses stay. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers = new Set()
    this.deliveries.length = 0
  }

  private async deliver(account: string, address: string, body: Record<string, unknown>, tries: number): Promise<void> {
    const { timers } = this
    const status = await post(address, body)
    if (timers !== this.timers) return // stopped meanwhile
    this.deliveries.push({ account, action: String(body.action), thing: thingOf(body), at: this.now().toISOString(), status })
    if (this.deliveries.length > maxKept) this.deliveries.shift()
    if (status !== null && status >= 200 && status < 300) return
    const isGroupOver = tries % (this.retries.repeats + 1) === this.retries.repeats
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        void this.deliver(account, address, body, tries + 1)
      },
      isGroupOver ? this.retries.groupMs : this.retries.pauseMs,
    )
    timer.unref()
    timers.add(timer)
  }
}

const thingOf = ({ subscriptionData, chargeData }: Record<string, unknown>): string =>
  ((subscriptionData ?? chargeData) as { id: string }).id

async function post(address: string, body: Record<string, unknown>): Promise<number | null> {
  try {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'manual' })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null // nobody there, or no answer in time
  }
}

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
      buyer: told(buyer),
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
      buyer: told(buyer),
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

const told = ({ id, email, buyerMeta }: Buyer) => ({ id, email, metaData: Object.keys(buyerMeta).length === 0 ? [] : buyerMeta })

const plainTime = (time: string): string => time.slice(0, 19).replace('T', ' ')
