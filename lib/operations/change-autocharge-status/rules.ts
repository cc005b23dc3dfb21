import { iso } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { asGiven, at, type CommandRules, cannotUndo, never, undated } from '../declare/command-rules'
import type { Later } from '../effects/effect'
import { subscriptionFacts } from '../effects/facts'
import {
  atTheEnd,
  describeAccess,
  describeEnded,
  type KnownSubscription,
  outlookFor,
  statusWarnings,
  subscriptionIn,
  tokenWarnings,
} from '../effects/known-subscription'
import { amountUnknown } from '../effects/outlook'
import { becomes, factIn, stays } from '../effects/rows'
import type { changeAutochargeStatus as operation } from './operation'

/** The ready-made reasons of the first release. A migration keeps them where they are in use, so this list never changes. */
export const firstReasons = {
  operation: 'changeAutochargeStatus',
  presets: ['Asked by the buyer', 'Too expensive', 'Not used', 'Bought twice', 'Other'],
}

/** service-interface, Change autocharge status. "Cancel" is this, turned off: access lasts until the end date. */
export const rules: CommandRules<typeof operation> = {
  predict({ body: { autochargeStatus: on } }, situation) {
    const { known, now, zone, tokens } = situation
    const subscription = subscriptionIn(known, now, zone, tokens)
    const already = on !== undefined && subscription.autocharge === on
    return {
      rows: [becomes(situation, 'autoChargeStatus', on), stays(situation, 'endDate'), stays(situation, 'status')],
      later:
        on === undefined || subscription.ended
          ? []
          : on
            ? afterOn({ ...subscription, autocharge: true })
            : afterOff(subscription),
      warnings: [
        ...statusWarnings(known, zone),
        ...(already ? [`Our latest record shows autocharge is already ${word(on)}.`] : []),
        ...(on ? [...productWarnings(factIn(known, 'product')), ...tokenWarnings(known, tokens)] : []),
      ],
    }
  },

  undo({ params, body: { autochargeStatus: on } }, before, { now, clock }) {
    const subscription = subscriptionIn(before, new Date(now), clock.zone)
    const { autocharge: was, ended, over, end } = subscription
    if (was === null) return cannotUndo('We don’t know whether autocharge was on or off before.')
    if (was === on) return cannotUndo(`Autocharge was already ${word(on)}, so there’s nothing to undo.`)
    if (ended) return cannotUndo('The subscription has ended and can’t be reactivated.')
    const command = { operation: 'changeAutochargeStatus', params }
    if (!was) {
      const body = { autochargeStatus: false, reason: 'Undo: autocharge had been turned on' }
      const note = 'Undoing doesn’t refund a charge made in the meantime.'
      return { command: { ...command, body }, verb: 'Turn off autocharge', until: null, note }
    }
    if (over) return cannotUndo(`${describeEnded(subscription)} Turning autocharge back on might charge the buyer straight away.`)
    const note = end
      ? null
      : 'We don’t know the end date. If it has passed, turning autocharge back on might charge the buyer straight away.'
    const body = { autochargeStatus: true }
    return { command: { ...command, body }, verb: 'Turn on autocharge', until: end && iso(end.moment), note }
  },

  refuses: never,
  completes: asGiven,
  mustWait: never,
  neverAgain: never,
  learns: ({ data }, { params }) => ({ buyerId: params.buyerId ?? null, facts: subscriptionFacts(data) }),
  check: 'listSubscriptions',
  heardAs: ['subscription_manual_auto_charge_on', 'subscription_manual_auto_charge_off'],
  provenBy: ({ action, autocharge }, { body: { autochargeStatus: on } }) =>
    action === `subscription_manual_auto_charge_${word(on)}` && autocharge === on,
}

const word = (on: boolean) => (on ? 'on' : 'off')

function afterOff(subscription: KnownSubscription): Later[] {
  const { end, over } = subscription
  if (over) return [undated(`${describeEnded(subscription)} Turning autocharge off doesn’t refund any charge made since.`)]
  const access = describeAccess(subscription, 'the end date, which we don’t know')
  if (isHalted(subscription)) return [undated(`${access} At its end date it expires. Nothing is charged or refunded.`)]
  if (!end) return [undated(`${access} The subscription then expires and nothing is charged.`)]
  return [
    { from: null, until: iso(end.moment), says: 'The buyer keeps access. Nothing is charged or refunded.', danger: false },
    at(end.moment, 'The subscription expires. Nothing is charged.'),
    { from: iso(end.moment), until: null, says: 'The buyer can renew in the shop.', danger: false },
  ]
}

/** Nobody can say of it that the buyer can use it. */
const isHalted = ({ status }: KnownSubscription) => status === 'frozen' || status === 'blocked'

function afterOn(subscription: KnownSubscription): Later[] {
  const { end, over } = subscription
  const fails = outlookFor(subscription) === 'fails'
  const token = fails ? [] : [undated('Charges need an enabled token. Without one, they fail.')]
  if (over) {
    const then = fails
      ? 'A charge may be tried straight away. We know of no active token, so expect it to fail.'
      : `Assume the buyer is charged straight away. ${amountUnknown}`
    return [{ from: null, until: null, says: `${describeEnded(subscription)} ${then}`, danger: !fails }, ...token]
  }
  if (!end) return [undated(`${atTheEnd(subscription, 'Around the end date')} We don’t know that date.`), ...token]
  if (subscription.status === 'frozen')
    return [undated(`${atTheEnd(subscription, 'Around the end date')} That date may move when it unfreezes.`), ...token]
  return [at(end.moment, atTheEnd(subscription, 'Around this time')), ...token]
}

function productWarnings(product: unknown): string[] {
  return isObject(product) && product.availableForAutocharge === false
    ? ['This product is marked as unavailable for autocharge.']
    : []
}
