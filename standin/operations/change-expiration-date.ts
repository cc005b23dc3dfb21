import { BodyReader, refuseBadFields } from '../body-reader'
import { invalid } from '../errors'
import { noteStatus } from '../subscriptions/note-status'
import { scheduleRenewal } from '../subscriptions/renewal'
import { subscriptionEntity } from '../subscriptions/subscription-answer'
import { dayOf, isDay, withOffset } from '../time'
import { refuseEnded, subscriptionOf } from '../world'
import type { Operation } from './operation'
import { underSubscription } from './paths'

/**
 * service-interface, endpoint 6. Our readings: the service's day is a day in UTC, the end is that day's midnight (the only time of
 * day a sample shows for a date without one, service-facts 2.3), and a later date makes an expired subscription active again
 * ("end date; status may change", service-facts 5.2).
 */
export const changeExpirationDate: Operation = {
  name: 'changeExpirationDate',
  method: 'POST',
  path: underSubscription('/change_expiration_date'),
  run({ world, account, params, body: given, habits }) {
    const buyer = world.buyer(account.code, params.buyerId)
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
    noteStatus(subscription, { status: subscription.status, reason, createdAt: withOffset(world.now()) })
    if (expirationDate === today) scheduleRenewal(world, buyer, subscription)
    return { status: 200, body: subscriptionEntity(buyer.id, subscription, habits) }
  },
}
