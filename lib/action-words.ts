import type { Action } from './action'
import { dayWords, inZone, longDay, momentOf } from './dates'
import { isObject } from './operations/schemas/tolerant'

type Sent = Pick<Action, 'operation' | 'request'>

/** What stands after a command was done: "Autocharge is off". The zone is that of the account's day. */
export function doneWords({ operation, request, at }: Sent & Pick<Action, 'at'>, zone: string): string {
  const body = isObject(request.body) ? request.body : {}
  switch (operation) {
    case 'changeAutochargeStatus':
      return `Autocharge is ${body.autochargeStatus === true ? 'on' : 'off'}`
    case 'changeExpirationDate':
      if (body.expirationDate === inZone(Date.parse(at), zone).day) return 'The renewal is on its way'
      return `The end date is ${dayWords(String(body.expirationDate))}`
    case 'disableToken':
      return `Token ${body.chargeMethodTokenId} is disabled`
    case 'enableToken':
      return `Token ${body.chargeMethodTokenId} is enabled`
    case 'changeBuyerEmail':
      return 'The e-mail is changed'
    case 'downgradeSubscription':
      return 'The subscription is moved down'
    case 'createInitialOrder':
      return 'The payment link is made'
    case 'createBuyer':
      return 'The buyer is created'
    default:
      return 'Done'
  }
}

/** The day a subscription ends by the answer of the command, in the account's zone, for a sentence; null where it does not tell. */
export function endDayIn(answer: unknown, zone: string): string | null {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const moment = typeof data.endDate === 'string' ? momentOf(data.endDate) : null
  return moment === null ? null : inZone(moment, zone).day
}

/** One or two sentences for the buyer; null where there is nothing to tell. Nothing in it is surer than what was answered. */
export function customerWords(action: Sent & Pick<Action, 'at'>, answer: unknown, zone: string): string | null {
  const body = isObject(action.request.body) ? action.request.body : {}
  const end = endDayIn(answer, zone)
  switch (action.operation) {
    case 'changeAutochargeStatus':
      return body.autochargeStatus === true ? autochargeOn(end) : autochargeOff(end)
    case 'changeExpirationDate':
      return body.expirationDate === inZone(Date.parse(action.at), zone).day
        ? 'Your subscription renews within the next 30 minutes, and your payment method is charged.'
        : `Your subscription now ends on ${longDay(String(body.expirationDate))}. Nothing was charged for the change.`
    case 'changeBuyerEmail':
      return 'We have changed your e-mail. Please use the new one from now on.'
    case 'disableToken':
      return 'We have switched off this way of charging your payment method.'
    case 'enableToken':
      return 'Your payment method can be charged again.'
    case 'downgradeSubscription':
      return 'We have moved your subscription to the smaller plan.'
    default:
      return null
  }
}

const autochargeOff = (end: string | null) =>
  end === null
    ? 'Your subscription will not renew. You keep access until its end date and nothing more will be charged.'
    : `Your subscription will not renew. You keep access until ${longDay(end)} and nothing more will be charged.`

const autochargeOn = (end: string | null) =>
  end === null ? 'Your subscription will renew by itself.' : `Your subscription will renew by itself about ${longDay(end)}.`
