import { randomUUID } from 'node:crypto'
import { seededProduct } from './catalogue/products'
import { chargeEvent, subscriptionEvent } from './events'
import { newOrder, newOrderId } from './orders/new-order'
import type { Buyer } from './records'
import { chargedBack, regulars } from './seed/crowd'
import { addStatus } from './subscriptions/renewal'
import { withOffset } from './time'
import type { World } from './world'

/** A stand-in may run for weeks. */
const maxOrders = 50

/**
 * What happens by itself. First a bank takes a buyer's money back; then one buyer after the other buys something, turns autocharge off and on
 * again, and has a payment declined.
 */
export function liveOn(world: World, turn: number): void {
  const buyerId = turn === 0 ? chargedBack : regulars[turn % regulars.length]
  const buyer = world.buyers.find(({ id }) => id === buyerId)
  const act = turn === 0 ? tellOfChargeback : acts[Math.floor(turn / regulars.length) % acts.length]
  if (buyer && act) act(world, buyer)
}

const acts: ((world: World, buyer: Buyer) => void)[] = [
  (world, buyer) => buys(world, buyer, 'settled'),
  (world, buyer) => turns(world, buyer, false),
  (world, buyer) => turns(world, buyer, true),
  (world, buyer) => buys(world, buyer, 'declined'),
]

function buys(world: World, buyer: Buyer, status: 'settled' | 'declined'): void {
  const latest = buyer.orders.at(-1)?.charges.at(-1)
  const [subscription] = buyer.subscriptions
  if (!latest || !subscription) return
  const at = world.now()
  const { billingInfo = null, paymentMethod, provider, mid, descriptor } = latest
  const attempt = { chargeId: randomUUID(), at, status, billingInfo, paymentMethod, provider, mid, descriptor }
  const order = newOrder({
    ...{ orderId: newOrderId(), at, product: seededProduct('NWBACKUP1'), currency: subscription.currency },
    ...{ type: 'oneclick', actionType: 'crossSale', attempts: [attempt] },
  })
  buyer.orders.push(order)
  if (buyer.orders.length > maxOrders) buyer.orders.splice(0, buyer.orders.length - maxOrders)
  for (const charge of order.charges) world.tell(chargeEvent(buyer, order, charge))
}

function tellOfChargeback(world: World, buyer: Buyer): void {
  const [subscription] = buyer.subscriptions
  if (subscription) world.tell(subscriptionEvent('event_chargeback', buyer, subscription, world.now()))
}

function turns(world: World, buyer: Buyer, on: boolean): void {
  const [subscription] = buyer.subscriptions
  if (!subscription) return
  subscription.autoChargeStatus = on
  addStatus(subscription, {
    status: subscription.status,
    reason: on ? 'user_resume' : 'user_cancel',
    createdAt: withOffset(world.now()),
  })
  world.tell(subscriptionEvent(`user_auto_charge_${on ? 'on' : 'off'}`, buyer, subscription, world.now()))
}
