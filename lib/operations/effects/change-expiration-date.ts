import type { changeExpirationDate as operation } from '../index'
import type { BodyOf } from '../operation'
import { type CommandEffects, type Foreseen, noWayBack, undated } from './command-effects'
import { dayIn, dayOrNull, daysAfter, daysBetween, daysCounted, dayWords, iso, startOfDay, timeIn, wholeDay } from './days'
import type { EffectRow, Later, Situation } from './effect'
import { endDateRow } from './end-date-row'
import { type End, type KnownSubscription, overWords, statusWarnings, subscriptionIn } from './known-subscription'
import { foreseeRenewal } from './renewal'
import { mayChange, stays } from './rows'

/**
 * service-interface, Change subscription expiration date: no payment is taken, but today's date renews. Before and after are days of
 * the account's zone, in which "today" is.
 */
export const changeExpirationDate: CommandEffects<BodyOf<typeof operation>> = {
  foresee({ body }, situation) {
    const { now, zone } = situation
    const day = dayOrNull(body.expirationDate)
    const today = dayIn(now.getTime(), zone)
    if (day === today) return foreseeRenewal(today, situation)
    if (day === null) return { rows: rowsOf(null, situation), later: [], warnings: [] }
    if (daysBetween(today, day) > 0) return foreseeMove(day, today, situation)
    return {
      rows: rowsOf(day, situation),
      later: [],
      warnings: [
        `The service refuses a day before today, which is ${dayWords(today)} in ${zone}.`,
        ...statusWarnings(situation.known, zone),
      ],
    }
  },

  wayBack({ params, body }, before, now, zone) {
    const { end, ended } = subscriptionIn(before, now, zone)
    const today = dayIn(now.getTime(), zone)
    const moved = dayOrNull(body.expirationDate)
    if (moved === null) return noWayBack('The day it is moved to is not known.')
    if (moved === today) return noWayBack('Today’s date renews and charges by itself. A refund goes through the refund desk.')
    if (daysBetween(today, moved) < 0) return noWayBack(`The day it was moved to, ${dayWords(moved)}, has passed.`)
    if (!end) return noWayBack('The end date before is not known.')
    if (ended) return noWayBack('The subscription has ended and cannot be revived.')
    const why = whyNotBackTo(end, moved, today)
    if (why !== null) return noWayBack(why)
    return {
      command: {
        ...{ operation: 'changeExpirationDate', params },
        body: { expirationDate: end.day, reason: `Undone: the end date had been moved to ${moved}` },
      },
      verb: 'Change end date',
      until: iso(Math.min(startOfDay(moved, zone), startOfDay(daysAfter(end.day, -1), zone))),
      note: `The end date goes back to ${end.words}; its time of day, ${timeIn(end.moment, zone)}, is lost.`,
    }
  },
}

/** An undo must not move money, and a day from today a date may already do so (faults, section 2). */
function whyNotBackTo({ day, words }: End, moved: string, today: string): string | null {
  const left = daysBetween(today, day)
  if (day === moved) return 'The end date was on that day before as well: there is nothing to take back.'
  if (left < 0) return `The end date before, ${words}, has passed: the service takes no such day.`
  if (left === 0) return `The end date before, ${words}, is today: setting it again would renew and charge.`
  if (left === 1) return `The end date before, ${words}, is tomorrow: by another clock that is today, and would renew.`
  return dayOrNull(day) === null ? `The end date before, ${words}, lies beyond what can be set.` : null
}

function rowsOf(day: string | null, situation: Situation): EffectRow[] {
  const { known, now, zone } = situation
  const { status, over } = subscriptionIn(known, now, zone)
  // service-facts 5.2: with the end date the status may change. That of an active one with time left has no reason to.
  const unmoved = status === 'active' && !over
  const statusRow = unmoved ? { ...stays(situation, 'status'), expects: null } : mayChange(situation, 'status')
  return [endDateRow(day, situation, day), stays(situation, 'autoChargeStatus'), statusRow]
}

function foreseeMove(day: string, today: string, situation: Situation): Foreseen {
  const { known, now, zone } = situation
  const subscription = subscriptionIn(known, now, zone)
  const free = undated('Nothing is charged or refunded for the change itself.')
  return {
    rows: rowsOf(day, situation),
    later: subscription.ended ? [] : [free, ...difference(day, subscription, zone), onTheDay(day, subscription, zone)],
    warnings: [
      ...statusWarnings(known, zone),
      ...overWarnings(subscription),
      ...(subscription.end?.day === day ? ['The end date is on that day already. Its time of day may change.'] : []),
      ...(daysBetween(today, day) === 1 ? [tomorrow(zone)] : []),
    ],
  }
}

function overWarnings(subscription: KnownSubscription): string[] {
  const { over, ended, autocharge } = subscription
  if (!over || ended) return []
  return [
    `${overWords(subscription)} Whether a new end date makes the subscription active again is not documented.`,
    ...(autocharge === false ? [] : ['With autocharge on, a renewal may be under way or made already.']),
  ]
}

const tomorrow = (zone: string) =>
  `This day is tomorrow in ${zone}. Where a clock or the zone differs, the service takes it for today, renews and charges the buyer ` +
  'within 30 minutes. A later day is safe.'

/** The days won or lost, where the term is still running. */
function difference(day: string, { end, over }: KnownSubscription, zone: string): Later[] {
  if (!end || over || end.day === day) return []
  const days = daysBetween(end.day, day)
  const start = iso(startOfDay(day, zone))
  const ends = iso(end.moment)
  if (days > 0) return [{ from: ends, until: start, says: `${daysCounted(days)} won without a payment.`, danger: false }]
  return [{ from: start, until: ends, says: `${daysCounted(-days, 'paid ')} given up, and nothing is refunded.`, danger: false }]
}

function onTheDay(day: string, { autocharge, end, over }: KnownSubscription, zone: string): Later {
  const then = over ? 'If it is active again, about then' : 'About then'
  const instead = end && !over && end.day !== day ? ` instead of about ${end.words}` : ''
  const says = {
    on: `${then} the buyer is charged${instead}. The amount is not known here.`,
    off: `${then} the subscription expires, and nothing is charged.`,
    unknown: `${then} the buyer is charged if autocharge is on, and the subscription expires if it is off. Which is not known here.`,
  }
  return { ...wholeDay(day, zone), says: says[autocharge === null ? 'unknown' : autocharge ? 'on' : 'off'], danger: false }
}
