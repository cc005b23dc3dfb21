import { randomUUID } from 'node:crypto'
import { placeOfCountry } from '../catalogue/places'
import { type Product, productById } from '../catalogue/products'
import { chargeEvent, subscriptionEvent } from '../events'
import { type Attempt, fullPrice, newOrder, newOrderId } from '../orders/new-order'
import type { Buyer, Charge, StatusEntry, Subscription } from '../records'
import { addDays, withOffset, withoutZone } from '../time'
import type { World } from '../world'

/**
 * An end date of today renews the subscription within 5 to 30 minutes (service-interface, Subscription expiration). The sentence has
 * no condition, so autocharge being off does not stop it here either. It does not happen when the end date was changed again
 * meanwhile, or when the subscription has been ended for good: that is our reading, and so is all of `renew`.
 */
export function scheduleRenewal(world: World, buyer: Buyer, subscription: Subscription): void {
  const { endDate } = subscription
  world.renewLater(subscription.id, () => {
    const stillDue = subscription.endDate === endDate && !['disabled', 'suspended'].includes(subscription.status)
    if (stillDue) renew(world, buyer, subscription)
  })
}

/** Charges the enabled token and moves the end date by one term; without such a token the charge is declined and the subscription expires. */
function renew(world: World, buyer: Buyer, subscription: Subscription): void {
  const now = world.now()
  const product = productById(buyer.merchantCode, subscription.productId)
  if (!product) return
  const method = buyer.chargeMethods.find((candidate) => candidate.id === subscription.chargeMethodId)
  const token = method?.tokens.find((candidate) => candidate.isEnabled)
  const chargeId = randomUUID()
  const latest = buyer.orders.at(-1)?.charges.at(-1)
  const order = newOrder({
    orderId: newOrderId(),
    at: now,
    product,
    currency: subscription.currency,
    type: 'autocharge',
    actionType: 'renew',
    terms: { ...fullPrice, taxPercent: placeOfCountry(buyer.country)?.tax?.percent ?? '0' },
    attempts: [
      {
        ...likeBefore(latest, method?.paymentMethodType ?? 'card'),
        chargeId,
        at: now,
        provider: token?.provider ?? 'acqlocal',
        mid: token?.mid ?? 'default',
        descriptor: descriptorOf(product),
        providerTransaction: token ? `pay_${chargeId.replaceAll('-', '').slice(0, 26)}` : null,
        status: token ? 'settled' : 'declined',
      },
    ],
  })
  buyer.orders.push(order)
  if (token) token.successfullyUsedAt = withoutZone(now)
  if (token) subscription.endDate = withOffset(addDays(new Date(subscription.endDate), product.durationDays))
  if (subscription.freezeDetails) subscription.freezeDetails = null
  subscription.status = token ? 'active' : 'expired'
  addStatus(subscription, {
    status: subscription.status,
    reason: token ? 'renew' : 'Subscription expired',
    createdAt: withOffset(now),
  })
  for (const charge of order.charges) world.tell(chargeEvent(buyer, order, charge))
  world.tell(subscriptionEvent(token ? 'scheduled_renew' : 'scheduled_expire', buyer, subscription, now, chargeId))
}

/** A renewal repeats the billing details and the card of the charge before it. */
const likeBefore = (latest: Charge | undefined, type: string): Pick<Attempt, 'billingInfo' | 'paymentMethod'> => ({
  billingInfo: latest?.billingInfo ?? null,
  paymentMethod: latest?.paymentMethod.type === type ? latest.paymentMethod : { type, data: null },
})

const descriptorOf = (product: Product): string => `${product.merchantCode}-bill.example`

const maxKept = 100

/** Notes what became of a subscription, and why. Of very many entries the oldest are dropped: a stand-in may run for weeks. */
export function addStatus({ statusInfo }: Subscription, entry: StatusEntry): void {
  statusInfo.push(entry)
  if (statusInfo.length > maxKept) statusInfo.splice(0, statusInfo.length - maxKept)
}
