import { dayIn, formatDay, momentOf } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import type { KnownThing, Situation } from './effect'
import { amountUnknown, type Outlook, outlookOf, type TokenState, tokenState } from './outlook'
import { factIn } from './rows'

export type End = { moment: number; day: string; words: string }

/** Subscription facts used by predictions; `null` means unknown. `over` says that the term has ended, or its end has passed. */
export type KnownSubscription = {
  status: string | null
  autocharge: boolean | null
  tokens: TokenState
  end: End | null
  over: boolean
  /** Ended for good: it cannot be revived (service-facts 2.3). */
  ended: boolean
}

export function subscriptionIn(known: KnownThing, now: Date, zone: string, tokens?: Situation['tokens']): KnownSubscription {
  const status = factIn(known, 'status')
  const autocharge = factIn(known, 'autoChargeStatus')
  const moment = momentOf(factIn(known, 'endDate'))
  return {
    status: typeof status === 'string' ? status : null,
    autocharge: typeof autocharge === 'boolean' ? autocharge : null,
    tokens: tokensIn(known, tokens),
    end: moment === null ? null : endAt(moment, dayIn(moment, zone)),
    over: status === 'expired' || (moment !== null && moment <= now.getTime()),
    ended: status === 'disabled' || status === 'suspended',
  }
}

const endAt = (moment: number, day: string): End => ({ moment, day, words: formatDay(day) })

/** In what way it is over. */
export const describeEnded = ({ status, end }: KnownSubscription): string =>
  status === 'expired' || !end ? 'The subscription has expired.' : `The end date, ${end.words}, has passed.`

/** Until when the buyer can use it: one that is frozen or blocked runs on no such promise (service-facts 2.3). `last` is the day, or `its end date`. */
export function describeAccess({ status }: Pick<KnownSubscription, 'status'>, last: string): string {
  if (status === 'frozen') return 'It’s frozen, so the buyer can’t use it now, and its end date may move when it unfreezes.'
  if (status === 'blocked') return 'It’s blocked, so assume the buyer can’t use it now.'
  return `The buyer keeps access until ${last}.`
}

/** What the status means for any command (service-facts 2.3, 2.6, 2.15). */
export function statusWarnings(known: KnownThing, zone: string): string[] {
  const status = factIn(known, 'status')
  if (typeof status !== 'string') return []
  switch (status) {
    case 'active':
    case 'expired': // what it means differs by command
      return []
    case 'disabled':
    case 'suspended':
      return [`The subscription is ${status} and can’t be reactivated. Expect the service to refuse this.`]
    case 'blocked':
      return ['The subscription is blocked because a held payment couldn’t be collected. The service may refuse this.']
    case 'frozen':
      return [
        `The subscription is frozen${thaw(known, zone)}. Its end date may move when it unfreezes. The service may refuse this.`,
      ]
    default:
      return [`We don’t recognise the status “${status}”. Check the service’s own panel before you act.`]
  }
}

function thaw(known: KnownThing, zone: string): string {
  const details = factIn(known, 'freezeDetails')
  const moment = momentOf(isObject(details) ? details.unfreezeAt : null)
  return moment === null ? '' : ` until ${formatDay(dayIn(moment, zone))}`
}

/** Whether a charge of the subscription would find a token (service-facts 3.3), as far as that is known. */
export function tokensIn(known: KnownThing, tokens: Situation['tokens'] = {}): TokenState {
  const states = Object.values(tokens).map(({ isEnabled }) => isEnabled)
  const asOf = known.isTokenized?.observedAt ?? ''
  // One that was enabled here since may be the subscription's: the older word about it no longer counts.
  const isOutdated = states.some((state) => state?.value === true && state.source === 'action' && state.observedAt > asOf)
  return tokenState(
    isOutdated ? null : flagOf(factIn(known, 'isTokenized')),
    states.map((state) => flagOf(state?.value)),
  )
}

const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** Why a charge of the subscription would fail, where that is known. */
export function tokenWarnings(known: KnownThing, tokens: Situation['tokens']): string[] {
  if (tokensIn(known, tokens) !== 'none') return []
  return factIn(known, 'isTokenized') === false
    ? ['No active token is linked to this subscription. Expect charges to fail.']
    : ['Every token we know for this buyer is disabled. Expect charges to fail.']
}

export const outlookFor = ({ autocharge, tokens }: KnownSubscription): Outlook => outlookOf(autocharge, tokens)

/** What the end of the term brings, said of when it comes: `Around this time`. `instead` tells of the day it would have come on. */
export function atTheEnd(subscription: KnownSubscription, when: string, instead = ''): string {
  switch (outlookFor(subscription)) {
    case 'renews':
      return `${when} the buyer is charged${instead} and a new term starts. ${amountUnknown}`
    case 'may-renew':
      return `${when} a charge is due${instead}. We don’t know whether a token is enabled, so assume the buyer is charged.`
    case 'fails':
      return subscription.autocharge === true
        ? `${when} a charge is due${instead}. We know of no active token, so expect it to fail and the subscription to expire.`
        : `${when} the subscription expires. We know of no active token, so expect any charge to fail.`
    case 'ends':
      return `${when} the subscription expires. Nothing is charged.`
    case 'unknown':
      return `${when} the buyer is charged if autocharge is on, or the subscription expires if it’s off. Assume the charge.`
  }
}
