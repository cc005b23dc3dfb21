import { daysAfter, daysBetween, formatDay, iso, minute, startOfDay, timeIn, wholeDay } from '@/lib/core/dates'
import { asGiven, type CommandRules, cannotUndo, type Predicted, undated } from '../declare/command-rules'
import type { EffectRow, Later, Situation } from '../effects/effect'
import { subscriptionFacts } from '../effects/facts'
import {
  atTheEnd,
  describeEnded,
  type End,
  type KnownSubscription,
  statusWarnings,
  subscriptionIn,
} from '../effects/known-subscription'
import { earliestDay, renewsOn, serviceDay } from '../effects/renews-on'
import { mayChange, stays } from '../effects/rows'
import { day as dayToSend } from '../schemas/scalars'
import type { changeExpirationDate as operation } from './operation'
import { endDateRow, predictRenewal } from './renewal'

/** The ready-made reasons of the first release. A migration keeps them where they are in use, so this list never changes. */
export const firstReasons = {
  operation: 'changeExpirationDate',
  presets: ['Goodwill', 'Outage', 'Bought twice', 'Agreed with the buyer', 'Other'],
}

/**
 * service-interface, Change subscription expiration date: no payment is taken, but today's date renews. Before and after are days of
 * the account's zone, in which "today" is.
 */
export const rules: CommandRules<typeof operation> = {
  predict({ body }, situation) {
    const { now, zone } = situation
    const day = dayOrNull(body.expirationDate)
    const today = serviceDay(now.getTime(), situation)
    if (day === null) return { rows: rowsOf(null, situation), later: [], warnings: [] }
    if (renewsOn(day, now.getTime(), situation)) return predictRenewal(day, situation)
    if (daysBetween(today, day) > 0) return predictMove(day, today, situation)
    return {
      rows: rowsOf(day, situation),
      later: [],
      warnings: [
        `The service refuses dates before today, ${formatDay(today)} in ${zone}.`,
        ...statusWarnings(situation.known, zone),
      ],
    }
  },

  undo({ params, body }, before, { now, clock }) {
    const { zone, ahead = 0 } = clock
    const { end, ended } = subscriptionIn(before, new Date(now), zone)
    const today = serviceDay(now, clock)
    const moved = dayOrNull(body.expirationDate)
    if (moved === null) return cannotUndo('We don’t know the new end date.')
    if (renewsOn(moved, now, clock))
      return cannotUndo('An end date of today triggers a renewal and a charge. To return the money, request a refund.')
    if (daysBetween(today, moved) < 0) return cannotUndo(`The new end date, ${formatDay(moved)}, has passed.`)
    if (!end) return cannotUndo('We don’t know the previous end date.')
    if (ended) return cannotUndo('The subscription has ended and can’t be reactivated.')
    const why = whyNotBackTo(end, moved, today)
    if (why !== null) return cannotUndo(why)
    return {
      command: {
        operation: 'changeExpirationDate',
        params,
        body: { expirationDate: end.day, reason: `Undo: the end date had been moved to ${moved}` },
      },
      verb: 'Change end date',
      until: iso(Math.min(startOfDay(moved, zone) - minute, startOfDay(daysAfter(end.day, -1), zone)) - ahead),
      note: `The end date returns to ${end.words}, without its original time of ${timeIn(end.moment, zone)}.`,
    }
  },

  // service-interface, Subscription expiration: not in the past; today's date renews, and so charges, by itself.
  refuses({ expirationDate }, { now, clock, renewalConfirmed }) {
    const today = earliestDay(now, clock)
    if (expirationDate < today)
      return { fields: [{ field: 'expirationDate', title: `Choose today (${today} in ${clock.zone}) or later` }] }
    if (renewalConfirmed || !renewsOn(expirationDate, now, clock)) return null
    const day = [today, serviceDay(now, clock)].includes(expirationDate) ? 'of today' : 'that begins within a minute'
    const title = `An end date ${day} renews the subscription and charges the buyer within 30 minutes. Choose a later day or confirm the renewal.`
    return {
      detail: 'Confirm the renewal to use today’s date. Nothing was sent.',
      code: 'confirm_required',
      fields: [{ field: 'expirationDate', title }],
    }
  },

  completes: asGiven,

  mustWait: ({ expirationDate }, { now, clock }) =>
    expirationDate !== undefined && renewsOn(expirationDate, now, clock)
      ? 'An end date of today renews and charges the buyer'
      : null,

  // An end date that renewed when it was sent, or whose day before would have: by another clock that is the same, and it moves money.
  neverAgain: ({ expirationDate }, { now, clock }) =>
    [expirationDate, daysAfter(expirationDate, -1)].some((day) => renewsOn(day, now, clock))
      ? 'It may have charged the buyer. Check the charge history 35 minutes after sending.'
      : null,

  learns: ({ data }, { params }) => ({ buyerId: params.buyerId ?? null, facts: subscriptionFacts(data) }),
  check: 'listSubscriptions',
  heardAs: ['subscription_manual_end_date'],
  provenBy: ({ action, endDay }, { body }) => action === 'subscription_manual_end_date' && endDay === body.expirationDate,
}

/** An undo must not move money, and a day from today a date may already do so (faults, section 2). */
function whyNotBackTo({ day, words }: End, moved: string, today: string): string | null {
  const left = daysBetween(today, day)
  if (day === moved) return 'The end date was already that day, so there’s nothing to undo.'
  if (left < 0) return `The previous end date, ${words}, has passed. The service refuses past dates.`
  if (left === 0)
    return `The previous end date is today, ${words}. Restoring it would renew the subscription and charge the buyer.`
  if (left === 1)
    return `The previous end date is tomorrow, ${words}. If the service’s clock or zone differs from ours, it would read that as today and renew.`
  return dayOrNull(day) === null ? `The previous end date, ${words}, is later than the service allows.` : null
}

function rowsOf(day: string | null, situation: Situation): EffectRow[] {
  const { known, now, zone } = situation
  const { status, over } = subscriptionIn(known, now, zone)
  // service-facts 5.2: with the end date the status may change. That of an active one with time left has no reason to.
  const unmoved = status === 'active' && !over
  const statusRow = unmoved ? { ...stays(situation, 'status'), expects: null } : mayChange(situation, 'status')
  return [endDateRow(day, situation, day), stays(situation, 'autoChargeStatus'), statusRow]
}

function predictMove(day: string, today: string, situation: Situation): Predicted {
  const { known, now, zone, tokens } = situation
  const subscription = subscriptionIn(known, now, zone, tokens)
  const free = undated('The change itself charges and refunds nothing.')
  return {
    rows: rowsOf(day, situation),
    later: subscription.ended ? [] : [free, ...difference(day, subscription, zone), onTheDay(day, subscription, zone)],
    warnings: [
      ...statusWarnings(known, zone),
      ...overWarnings(subscription),
      ...(subscription.end?.day === day ? ['The end date is already that day. Its time of day may change.'] : []),
      ...(daysBetween(today, day) === 1 ? [tomorrow(zone)] : []),
    ],
  }
}

function overWarnings(subscription: KnownSubscription): string[] {
  const { over, ended, autocharge } = subscription
  if (!over || ended) return []
  return [
    `${describeEnded(subscription)} Don’t assume a new end date reactivates it. Check the status afterwards.`,
    ...(autocharge === false
      ? []
      : ['Autocharge may be on, so a renewal may be in progress or already done. Check the charge history first.']),
  ]
}

const tomorrow = (zone: string) =>
  `That’s tomorrow in ${zone}. If the service’s clock or zone differs from ours, it reads this as today, renews and charges the buyer ` +
  'within 30 minutes. Choose a later day to be safe.'

/** The days won or lost, where the term is still running. */
function difference(day: string, { end, over }: KnownSubscription, zone: string): Later[] {
  if (!end || over || end.day === day) return []
  const days = daysBetween(end.day, day)
  const start = iso(startOfDay(day, zone))
  const ends = iso(end.moment)
  if (days > 0)
    return [
      {
        from: ends,
        until: start,
        says: `The buyer gains ${days} ${days === 1 ? 'day' : 'days'} of access at no charge.`,
        danger: false,
      },
    ]
  return [
    {
      from: start,
      until: ends,
      says: `The buyer loses ${-days} paid ${days === -1 ? 'day' : 'days'}. Nothing is refunded.`,
      danger: false,
    },
  ]
}

function onTheDay(day: string, subscription: KnownSubscription, zone: string): Later {
  const { end, over } = subscription
  const when = over ? 'If the subscription is active again, around this time' : 'Around this time'
  const instead = end && !over && end.day !== day ? ` instead of around ${end.words}` : ''
  return { ...wholeDay(day, zone), says: atTheEnd(subscription, when, instead), danger: false }
}

/** A day that may be sent as an end date, or null. */
const dayOrNull = (value: unknown): string | null => dayToSend.safeParse(value).data ?? null
