import { BodyReader, refuseBadFields } from '../body-reader'
import { invalid } from '../errors'
import { noteStatus } from '../subscriptions/note-status'
import { subscriptionEntity } from '../subscriptions/subscription-answer'
import { withOffset } from '../time'
import { refuseEnded, subscriptionOf } from '../world'
import type { Operation } from './operation'
import { underSubscription } from './paths'

const defaultReason = 'Changed autocharge status by api - autocharge was changed manually.'

/** service-interface, endpoint 5, rules 1 to 3. Every change leaves an entry in statusInfo that repeats the status (service-facts 2.3). */
export const changeAutochargeStatus: Operation = {
  name: 'changeAutochargeStatus',
  method: 'POST',
  path: underSubscription('/change_autocharge_status'),
  run({ world, account, params, body: given, habits }) {
    const subscription = subscriptionOf(world.buyer(account.code, params.buyerId), params.subscriptionId)
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
    noteStatus(subscription, {
      status: subscription.status,
      reason: reason ?? defaultReason,
      createdAt: withOffset(world.now()),
    })
    return { status: 200, body: subscriptionEntity(params.buyerId, subscription, habits) }
  },
}
