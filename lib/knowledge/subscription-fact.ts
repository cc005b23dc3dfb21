import { inZone, momentOf } from '@/lib/core/dates'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { describeWhen } from './stamp-words'
import { describeDate, outlookOn, subscriptionStatus } from './subscription-words'

/** What a line says of a subscription: the fact that matters, what belongs to it, and beside which of its facts its verb stands. */
export type SubscriptionFact = {
  kind: 'settled' | 'declined' | 'neutral' | 'frozen' | 'unconfirmed'
  lead: string
  rest: string | null
  verbsOf: 'endDate' | 'autoChargeStatus' | null
}

/** An action on a thing whose outcome nobody knows: its verb, when it was sent (ISO in UTC), and which of its fields it may have changed. */
export type UnconfirmedChange = { words: string; sentAt: string; fields: readonly string[] }

type Context = {
  /** Of each token known of the buyer whether it is enabled. */
  enabled: readonly (boolean | null)[]
  unconfirmed: UnconfirmedChange | null
  now: number
  zone: string
}

/** The gravest first: unconfirmed, blocked or suspended, frozen, autocharge without a token, the next charge, the end. */
export function subscriptionFact(subscription: Subscription, { enabled, unconfirmed, now, zone }: Context): SubscriptionFact {
  const { status, endDate, freezeDetails } = subscription
  const known = subscriptionStatus(status)
  const end = describeDate(endDate, now, zone)
  if (unconfirmed !== null)
    return {
      kind: 'unconfirmed',
      lead: `“${unconfirmed.words}” isn’t confirmed.`,
      rest: `Sent ${describeWhen(Date.parse(unconfirmed.sentAt), now, zone)}, and no answer came.`,
      verbsOf: null,
    }
  if (status === 'blocked' || status === 'suspended')
    return { kind: 'declined', lead: known?.meaning ?? status, rest: end && `End date ${end.day}.`, verbsOf: null }
  if (status === 'frozen') {
    const until = describeDate(freezeDetails?.unfreezeAt ?? null, now, zone)
    const fails = outlookOn(subscription, enabled) === 'fails'
    return {
      kind: 'frozen',
      lead: until ? `Frozen until ${until.day}.` : 'Frozen, until an unknown day.',
      rest: fails ? 'No active token, so expect the next charge to fail.' : end && `End date ${end.day}, which may move.`,
      verbsOf: subscription.autoChargeStatus ? 'autoChargeStatus' : 'endDate',
    }
  }
  if (status === 'expired' || status === 'disabled')
    return {
      kind: 'neutral',
      ...describeEnded(subscription, { now, zone }),
      verbsOf: null,
    }
  const running = runningFact(subscription, { enabled, now, zone })
  if (status === 'active') return { kind: 'settled', ...running }
  const lead = `Status “${status === '' ? 'unknown' : status}”, which we don’t recognise.`
  return { ...running, kind: 'neutral', lead, rest: [running.lead, running.rest].filter(Boolean).join(' ') }
}

/** An expired one ended on its end date. One that was disabled ended on a day that isn't known, and its end date may be still to come. */
function describeEnded(
  { status, endDate }: Subscription,
  { now, zone }: Pick<Context, 'now' | 'zone'>,
): Pick<SubscriptionFact, 'lead' | 'rest'> {
  const meaning = subscriptionStatus(status)?.meaning ?? null
  const end = describeDate(endDate, now, zone)
  if (status === 'expired')
    return { lead: end ? `Expired ${end.day}.` : 'Expired.', rest: meaning?.replace(/^Expired\. /, '') ?? null }
  return { lead: meaning ?? status, rest: end && `End date ${end.day}.` }
}

/** A running one: what the end of its term brings. */
function runningFact(
  subscription: Subscription,
  { enabled, now, zone }: Omit<Context, 'unconfirmed'>,
): Omit<SubscriptionFact, 'kind'> {
  const { endDate, autoChargeStatus } = subscription
  const end = describeDate(endDate, now, zone)
  const verbsOf = autoChargeStatus ? 'autoChargeStatus' : 'endDate'
  const outlook = outlookOn(subscription, enabled)
  const charge = autoChargeStatus === null ? 'We don’t know whether autocharge is on.' : null
  if (!end) return { lead: 'We don’t know its end date.', rest: charge, verbsOf }
  const isOver = (momentOf(endDate) ?? now) <= now && inZone(now, zone).day > inZone(momentOf(endDate) ?? now, zone).day
  if (isOver) return { lead: `End date ${end.day}, ${end.words}.`, rest: charge, verbsOf }
  switch (outlook) {
    case 'ends':
      return { lead: `Ends ${end.day},`, rest: `${end.words}. Autocharge is off.`, verbsOf }
    case 'fails':
      return {
        lead: 'Autocharge is on, but no token is active.',
        rest: `Expect the charge around ${end.day} to fail.`,
        verbsOf,
      }
    case 'renews':
      return { lead: `Renews around ${end.day},`, rest: `${end.words}.`, verbsOf }
    default:
      return { lead: `Assume a charge around ${end.day},`, rest: [`${end.words}.`, charge].filter(Boolean).join(' '), verbsOf }
  }
}
