import { BodyReader, refuseBadFields } from '../body-reader'
import { businessRefusal, invalid } from '../errors'
import { subscriptionEvent } from '../events'
import { isUuid } from '../formats'
import { addStatus, scheduleRenewal } from '../subscriptions/renewal'
import { subscriptionEntity, subscriptionListed } from '../subscriptions/subscription-answer'
import { dayOf, isDay, withOffset } from '../time'
import { refuseEnded, subscriptionOf } from '../world'
import { lowerProducts } from './list-downgrade-targets'
import { collection, listed, type Operation, page, underBuyer, underSubscription } from './operation'

/** service-facts 3.3. No 404 is listed for it, so an unknown buyer has an empty list. */
export const listSubscriptions: Operation = {
  name: 'listSubscriptions',
  method: 'GET',
  path: underBuyer('v2', '/subscriptions'),
  isExtraRead: true,
  run({ world, merchant, params, query, habits }) {
    const buyer = world.buyers.find(({ id, merchantCode }) => id === params.buyerId && merchantCode === merchant.code)
    const all = buyer?.subscriptions.map((subscription) => subscriptionListed(buyer, subscription)) ?? []
    const ids = listed(query, 'ids')
    const matching = ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : all
    const { part, offset } = page(matching, query, habits)
    return { status: 200, body: collection(part, matching.length, offset) }
  },
}

const defaultReason = 'Changed autocharge status by api - autocharge was changed manually.'

/** service-interface, endpoint 5, rules 1 to 3. Every change leaves an entry in statusInfo that repeats the status (service-facts 2.3). */
export const changeAutochargeStatus: Operation = {
  name: 'changeAutochargeStatus',
  method: 'POST',
  path: underSubscription('/change_autocharge_status'),
  run({ world, merchant, params, body: given, habits }) {
    const buyer = world.buyer(merchant.code, params.buyerId)
    const subscription = subscriptionOf(buyer, params.subscriptionId)
    const body = new BodyReader(given)
    const autochargeStatus = body.flag('autochargeStatus')
    const reason = body.optionalText('reason', { maxLength: 255 })
    const comment = body.optionalText('comment', { maxLength: 255 })
    if (autochargeStatus && (reason !== null || comment !== null)) {
      body.reject('autochargeStatus', 'Must be disabled when a reason or a comment is given.', {
        autochargeStatus,
        reason,
        comment,
      })
    }
    if (!autochargeStatus && reason === null && comment !== null) {
      body.reject('reason', 'A comment needs a reason beside it.')
    }
    refuseBadFields(body, invalid)
    refuseEnded(subscription)

    subscription.autoChargeStatus = autochargeStatus
    addStatus(subscription, {
      status: subscription.status,
      reason: reason ?? defaultReason,
      createdAt: withOffset(world.now()),
    })
    world.tell(subscriptionEvent(`manual_auto_charge_${autochargeStatus ? 'on' : 'off'}`, buyer, subscription, world.now()))
    return { status: 200, body: subscriptionEntity(params.buyerId, subscription, habits) }
  },
}

/**
 * service-interface, endpoint 6. Our readings: the service's day is a day in UTC, the end is that day's midnight (the only time of
 * day a sample shows for a date without one, service-facts 2.3), and a later date makes an expired subscription active again
 * ("end date; status may change", service-facts 5.2).
 */
export const changeExpirationDate: Operation = {
  name: 'changeExpirationDate',
  method: 'POST',
  path: underSubscription('/change_expiration_date'),
  run({ world, merchant, params, body: given, habits }) {
    const buyer = world.buyer(merchant.code, params.buyerId)
    const subscription = subscriptionOf(buyer, params.subscriptionId)
    const today = dayOf(world.now())
    const body = new BodyReader(given)
    const expirationDate = body.text('expirationDate', { is: isDay, as: 'a day written Y-m-d' })
    const reason = body.text('reason', { maxLength: 255 })
    if (isDay(expirationDate) && expirationDate < today) {
      body.reject('expirationDate', 'Cannot be earlier than the current date.', { expirationDate })
    }
    refuseBadFields(body, invalid)
    refuseEnded(subscription)

    subscription.endDate = `${expirationDate}T00:00:00+00:00`
    if (subscription.status === 'expired' && expirationDate > today) subscription.status = 'active'
    addStatus(subscription, { status: subscription.status, reason, createdAt: withOffset(world.now()) })
    world.tell(subscriptionEvent('manual_end_date', buyer, subscription, world.now()))
    if (expirationDate === today) scheduleRenewal(world, buyer, subscription)
    return { status: 200, body: subscriptionEntity(buyer.id, subscription, habits) }
  },
}

/**
 * service-interface, endpoint 7. Only 422 and 500 are listed for it, so a product that is unknown or not a lower one is a business
 * refusal. The end date stays, and the reason is named after `subscription_manual_freeze`; both are our reading.
 */
export const downgradeSubscription: Operation = {
  name: 'downgradeSubscription',
  method: 'POST',
  path: underSubscription('/downgrade'),
  run({ world, merchant, params, body: given, habits }) {
    const buyer = world.buyer(merchant.code, params.buyerId)
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
    world.tell(subscriptionEvent('manual_downgrade', buyer, subscription, world.now()))
    return { status: 200, body: subscriptionEntity(buyer.id, subscription, habits) }
  },
}
