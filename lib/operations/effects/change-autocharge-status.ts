import type { changeAutochargeStatus as operation } from '../index'
import type { BodyOf } from '../operation'
import { isObject } from '../schemas/tolerant'
import { at, type CommandEffects, noWayBack, undated } from './command-effects'
import { iso } from './days'
import type { Later } from './effect'
import { type KnownSubscription, overWords, statusWarnings, subscriptionIn, tokenWarnings } from './known-subscription'
import { becomes, factIn, stays } from './rows'

/** service-interface, Change autocharge status. "Cancel" is this, turned off: access lasts until the end date. */
export const changeAutochargeStatus: CommandEffects<BodyOf<typeof operation>> = {
  foresee({ body: { autochargeStatus: on } }, situation) {
    const { known, now, zone, tokens } = situation
    const subscription = subscriptionIn(known, now, zone)
    const already = on !== undefined && subscription.autocharge === on
    return {
      rows: [becomes(situation, 'autoChargeStatus', on), stays(situation, 'endDate'), stays(situation, 'status')],
      later: on === undefined || subscription.ended ? [] : on ? afterOn(subscription) : afterOff(subscription),
      warnings: [
        ...statusWarnings(known, zone),
        ...(already ? [`Autocharge is ${word(on)} already, as far as is known.`] : []),
        ...(on ? [...productWarnings(factIn(known, 'product')), ...tokenWarnings(known, tokens)] : []),
      ],
    }
  },

  wayBack({ params, body: { autochargeStatus: on } }, before, now, zone) {
    const subscription = subscriptionIn(before, now, zone)
    const { autocharge: was, ended, over, end } = subscription
    if (was === null) return noWayBack('Whether autocharge was on or off before is not known.')
    if (was === on) return noWayBack(`Autocharge was ${word(on)} before as well: there is nothing to take back.`)
    if (ended) return noWayBack('The subscription has ended and cannot be revived.')
    const command = { operation: 'changeAutochargeStatus', params }
    if (!was) {
      const body = { autochargeStatus: false, reason: 'Undone: autocharge had been turned on' }
      const note = 'A charge made meanwhile stays made.'
      return { command: { ...command, body }, verb: 'Turn off autocharge', until: null, note }
    }
    if (over) return noWayBack(`${overWords(subscription)} Turning autocharge on again might charge the buyer at once.`)
    const note = end ? null : 'The end date is not known. Once it has passed, turning autocharge on again might charge at once.'
    const body = { autochargeStatus: true }
    return { command: { ...command, body }, verb: 'Turn on autocharge', until: end && iso(end.moment), note }
  },
}

const word = (on: boolean) => (on ? 'on' : 'off')

function afterOff(subscription: KnownSubscription): Later[] {
  const { end, over } = subscription
  if (over) return [undated(`${overWords(subscription)} This takes back no charge made since.`)]
  if (!end) return [undated('Access stays until the end date, which is not known here. Then it expires, and nothing is charged.')]
  return [
    { from: null, until: iso(end.moment), says: 'Access stays. Nothing is charged or refunded.', danger: false },
    at(end.moment, 'The subscription expires, and nothing is charged.'),
    { from: iso(end.moment), until: null, says: 'The buyer can renew in the shop.', danger: false },
  ]
}

function afterOn(subscription: KnownSubscription): Later[] {
  const { end, over } = subscription
  const token = undated('A charge needs an enabled token. Without one it fails.')
  if (over) {
    const says = `${overWords(subscription)} The buyer may be charged at once: when is not documented, and the amount is not known here.`
    return [{ from: null, until: null, says, danger: true }, token]
  }
  if (!end) return [undated('The next charge comes about the end date. Neither that date nor the amount is known here.'), token]
  return [at(end.moment, 'About then the buyer is charged and a new term starts. The amount is not known here.'), token]
}

function productWarnings(product: unknown): string[] {
  return isObject(product) && product.availableForAutocharge === false
    ? ['The product is marked as not available for autocharge.']
    : []
}
