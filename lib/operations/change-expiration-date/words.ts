import { formatDay, inZone, shortDay } from '@/lib/core/dates'
import type { ReplyPart } from '@/lib/core/reply-part'
import { type CommandWords, nothingGiven, type SentAt } from '../declare/command-words'
import type { BodyOf } from '../declare/operation'
import { type After, runs, thenCharged } from '../effects/outlook'
import { renewsOn, type ServiceClock, serviceDay } from '../effects/renews-on'
import type { changeExpirationDate as operation } from './operation'

export const changeExpirationDate = {
  name: 'Change end date',
  nameOf: ({ expirationDate }, sent) => (sent !== null && renewed(expirationDate, sent) ? 'Renew now' : null),
  verbs: {
    changeEndDate: {
      words: 'Change end date',
      of: 'subscription',
      fact: 'endDate',
      to: null,
      key: 'e',
      icon: 'calendar',
      fields: ['expirationDate', 'reason'],
      optional: [],
      draws: {
        expirationDate: {
          label: 'New end date',
          kind: 'day',
          bounds: ({ tomorrow }) => ({ min: tomorrow, max: '2099-12-31' }),
          hint: ({ today, tomorrow, zone }) =>
            `${formatDay(tomorrow)} or later. Ending today (${shortDay(today, today)} in ${zone}) renews and charges. To do that, use Renew now in the subscription’s … menu.`,
        },
      },
      rule: afterToday,
      outcome: ({ expirationDate }) => (expirationDate ? `Change end date to ${formatDay(expirationDate)}` : null),
      given: nothingGiven,
      danger: null,
    },
    // An end date of today renews and charges (service-interface, Subscription expiration): an act of its own.
    renewNow: {
      words: 'Renew now',
      of: 'subscription',
      fact: null,
      to: null,
      icon: 'renew',
      fields: ['reason'],
      optional: [],
      rule: null,
      given: ({ today }) => ({ expirationDate: today }),
      danger: { type: 'RENEW', title: 'by expiring today', instead: { fact: 'autoChargeStatus', to: false } },
    },
  },
  done: ({ expirationDate }, sent) =>
    renewed(expirationDate, sent) ? 'Renewal triggered' : `End date set to ${formatDay(String(expirationDate))}`,
  tell: ({ expirationDate }, after, sent) =>
    renewed(expirationDate, sent)
      ? renewal(after, sent.now - sent.at)
      : endDateMoved(after, inZone(sent.now, sent.clock.zone).day),
  unsettles: ['endDate', 'status'],
  reasons: ['Goodwill', 'Outage', 'Bought twice', 'Agreed with buyer', 'Other'],
  conditions: ['always', 'laterByDays'],
  refusedAgain: null,
} satisfies CommandWords<BodyOf<typeof operation>>

const renewed = (day: unknown, { at, clock }: SentAt) => renewsOn(String(day), at, clock)

/** Today renews and charges, so this form does not offer it (service-interface, Subscription expiration). */
function afterToday({ expirationDate }: { expirationDate?: string }, now: number, clock: ServiceClock) {
  if (expirationDate && !/^\d{4}-\d{2}-\d{2}$/.test(expirationDate))
    return { expirationDate: 'Enter a date such as 15 sep, 15.9. or in 3 weeks' }
  const today = serviceDay(now, clock)
  if (!expirationDate || (expirationDate > today && !renewsOn(expirationDate, now, clock))) return {}
  return expirationDate <= today
    ? { expirationDate: `Choose a day after today (${formatDay(today)} in ${clock.zone})` }
    : { expirationDate: `Choose a later day. This one begins within a minute in ${clock.zone}, so it would renew and charge.` }
}

function endDateMoved(after: After, today: string): ReplyPart[] | null {
  const { end, outlook } = after
  if (end === null || end < today) return null
  const facts = { until: end }
  const free: ReplyPart = { key: 'changeFree' }
  if (!runs(after) || outlook === 'unknown') return [{ key: 'endDateNow', facts }, free]
  if (outlook === 'ends') return [{ key: 'nowEnds', facts }, free]
  if (outlook === 'fails') return [{ key: 'endDateNow', facts }, { key: 'cannotRenew' }, free]
  return [{ key: 'nowRenews', facts }, thenCharged(after), free]
}

const renewalTakes = { least: 5 * 60_000, most: 30 * 60_000 }

/** Said while the renewal is due, and of the charge only until it may have been made; later the charge history tells what became of it. */
function renewal({ tokens }: After, age: number): ReplyPart[] | null {
  if (age > renewalTakes.most) return null
  const asked: ReplyPart = { key: 'renewalAsked' }
  return age < renewalTakes.least ? [asked, { key: tokens === 'none' ? 'needsMethod' : 'chargeExpected' }] : [asked]
}
