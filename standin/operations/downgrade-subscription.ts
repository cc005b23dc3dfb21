import { BodyReader, refuseBadFields } from '../body-reader'
import { businessRefusal, invalid } from '../errors'
import { isUuid } from '../formats'
import { lowerProducts } from '../subscriptions/lower-products'
import { subscriptionEntity } from '../subscriptions/subscription-answer'
import { withOffset } from '../time'
import { refuseEnded, subscriptionOf } from '../world'
import type { Operation } from './operation'
import { underSubscription } from './paths'

/**
 * service-interface, endpoint 7. Only 422 and 500 are listed for it, so a product that is unknown or not a lower one is a business
 * refusal. The end date stays, and the reason is named after `subscription_manual_freeze`; both are our reading.
 */
export const downgradeSubscription: Operation = {
  name: 'downgradeSubscription',
  method: 'POST',
  path: underSubscription('/downgrade'),
  run({ world, account, params, body: given, habits }) {
    const buyer = world.buyer(account.code, params.buyerId)
    const subscription = subscriptionOf(buyer, params.subscriptionId)
    const body = new BodyReader(given)
    const productId = body.text('productId', { is: isUuid, as: 'a uuid in lower case' })
    refuseBadFields(body, invalid)
    refuseEnded(subscription)
    if (!lowerProducts(buyer, subscription).some((product) => product.id === productId)) {
      throw businessRefusal('Product is not available for downgrade')
    }

    subscription.productId = productId
    subscription.statusInfo.push({
      status: subscription.status,
      reason: 'subscription_manual_downgrade',
      createdAt: withOffset(world.now()),
    })
    return { status: 200, body: subscriptionEntity(buyer.id, subscription, habits) }
  },
}
