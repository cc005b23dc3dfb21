import { isObject } from '../schemas/tolerant'
import { dayIn, dayWords, momentOf } from './days'
import type { KnownThing } from './effect'
import { factIn } from './rows'

export type End = { moment: number; day: string; words: string }

/** What a prediction asks of a subscription; null is "not known". `over` says that the term has ended, or its end has passed. */
export type KnownSubscription = {
  status: string | null
  autocharge: boolean | null
  end: End | null
  over: boolean
  /** Ended for good: it cannot be revived (service-facts 2.3). */
  ended: boolean
}

export function subscriptionIn(known: KnownThing, now: Date, zone: string): KnownSubscription {
  const status = factIn(known, 'status')
  const autocharge = factIn(known, 'autoChargeStatus')
  const moment = momentOf(factIn(known, 'endDate'))
  const day = moment === null ? null : dayIn(moment, zone)
  return {
    status: typeof status === 'string' ? status : null,
    autocharge: typeof autocharge === 'boolean' ? autocharge : null,
    end: moment === null || day === null ? null : { moment, day, words: dayWords(day) },
    over: status === 'expired' || (moment !== null && moment <= now.getTime()),
    ended: status === 'disabled' || status === 'suspended',
  }
}

/** In what way it is over. */
export const overWords = ({ status, end }: KnownSubscription): string =>
  status === 'expired' || !end ? 'The term is over.' : `The end date, ${end.words}, has passed.`

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
      return [`The subscription is ${status}: it has ended and cannot be revived. Expect the service to refuse this.`]
    case 'blocked':
      return ['The subscription is blocked because collecting held money failed. The service may refuse this.']
    case 'frozen':
      return [`The subscription is frozen${thaw(known, zone)}. Its end date may move when it thaws. The service may refuse this.`]
    default:
      return [`The service’s documents do not name the status “${status}”: what this does then is not known.`]
  }
}

function thaw(known: KnownThing, zone: string): string {
  const details = factIn(known, 'freezeDetails')
  const moment = momentOf(isObject(details) ? details.unfreezeAt : null)
  return moment === null ? '' : ` until ${dayWords(dayIn(moment, zone))}`
}

/** Whether a charge of the subscription would find a token (service-facts 3.3), as far as that is known. */
export function tokenWarnings(known: KnownThing, tokens: Readonly<Record<string, KnownThing>> | undefined): string[] {
  if (factIn(known, 'isTokenized') === false) return ['No active token is bound to the subscription: a charge would fail.']
  const told = Object.values(tokens ?? {})
  const allOff = told.length > 0 && told.every((token) => factIn(token, 'isEnabled') === false)
  return allOff ? ['Every token known of this buyer is disabled: a charge would fail.'] : []
}
