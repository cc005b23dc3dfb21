import type { BreakerLimit } from './breaker'
import type { CommandOffer, IncidentCommand } from './command'
import type { IncidentRun, IncidentState, PausedAs, PlanReason, PreviewCount, RowState, RunReason } from './incident'
import type { TargetKind } from './pasted'

// What people read of an incident. Counts are grouped, and one is never many.

export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const stateLabels: Record<IncidentState, string> = {
  draft: 'draft',
  previewed: 'previewed',
  waiting: 'waiting for approval',
  approved: 'approved',
  pilot: 'pilot running',
  look: 'pilot to look at',
  running: 'running',
  paused: 'paused',
  done: 'finished',
  stopped: 'stopped',
  closed: 'closed',
}

export const rowStateLabels: Record<RowState, string> = {
  planned: 'not checked',
  'left-out': 'left out',
  ready: 'waiting',
  claimed: 'being sent',
  done: 'done',
  refused: 'refused',
  'not-sent': 'not sent',
  unconfirmed: 'unconfirmed',
  moved: 'moved',
}

/** What the rows of a command are; of an inverse those of the incident it undoes. */
export const targetKind = (offers: readonly CommandOffer[], { verb, of }: Pick<IncidentCommand, 'verb' | 'of'>): TargetKind =>
  offers.find(({ name }) => name === (verb === 'takeBack' ? of : verb))?.of ?? 'subscription'

/** `1,193 subscriptions`. */
export const formatTargets = (count: number, kind: TargetKind): string => plural(count, kind, `${kind}s`)

export const settledLabels = { happened: 'Settled as applied.', 'did-not-happen': 'Settled as not applied.' }

export const countLabels: Record<PreviewCount, string> = {
  'will-change': 'Will change',
  already: 'Already so',
  'not-known': 'Unknown',
  'in-doubt': 'In doubt',
  'not-found': 'Not found',
  'other-account': 'Of another merchant account',
  twice: 'Given twice',
  'left-alone': 'Left alone',
}

/** Why a row isn't sent: of one row, and of several, after their number. */
const whys: Record<PlanReason | RunReason, readonly [one: string, many: string]> = {
  already: ['is already so', 'are already so'],
  'not-known': ['is unknown', 'are unknown'],
  'not-found': ['is an id we don’t know', 'are ids we don’t know'],
  'other-account': ['belongs to another merchant account', 'belong to another merchant account'],
  twice: ['was given before', 'were given before'],
  'two-buyers': ['belongs to two buyers', 'belong to two buyers'],
  'under-way': ['has an action in progress', 'have an action in progress'],
  unsettled: ['has an unconfirmed action', 'have an unconfirmed action'],
  'other-incident': ['is in another incident', 'are in another incident'],
  'open-elsewhere': ['is open in a colleague’s window', 'are open in a colleague’s window'],
  frozen: ['is frozen until its end date', 'are frozen until their end date'],
  ended: ['has ended', 'have ended'],
  'renews-soon': ['renews within the run', 'renew within the run'],
  'too-near': ['would end too soon', 'would end too soon'],
  'changed-since': ['was changed since by somebody', 'were changed since by somebody'],
  'was-refused': ['was refused, so nothing is undone', 'were refused, so nothing is undone'],
  'was-unconfirmed': ['is unconfirmed, so settle it first', 'are unconfirmed, so settle them first'],
  'was-moved': ['had moved before it was sent', 'had moved before they were sent'],
  'was-not-sent': ['was never sent', 'were never sent'],
  'did-not-happen': ['was settled as not applied, so nothing is undone', 'were settled as not applied, so nothing is undone'],
  'settled-by-event': [
    'was settled by an event, which doesn’t say who set it',
    'were settled by events, which don’t say who set them',
  ],
  'before-unknown': ['has no known value from before', 'have no known value from before'],
  'no-way-back': ['can’t be undone', 'can’t be undone'],
  busy: ['stayed open in a colleague’s window', 'stayed open in a colleague’s window'],
  stopped: ['wasn’t sent before the stop', 'weren’t sent before the stop'],
}

/** `6 renew within the run`. */
export const describeWhy = (why: PlanReason | RunReason, count: number): string => plural(count, ...whys[why])

/** `Renews within the run.` */
export const whyOfOne = (why: PlanReason | RunReason): string => {
  const [one] = whys[why]
  return `${one.charAt(0).toUpperCase()}${one.slice(1)}.`
}

export const pausedLabels: Record<PausedAs, string> = {
  hand: 'Paused',
  breaker: 'Paused automatically, because a limit was reached',
  clock: 'Paused automatically, because a day came too near',
  person: 'Paused automatically, because the person it’s sent for no longer has the right',
  changed: 'Paused automatically, because a row isn’t what was approved',
  stale: 'Paused automatically, because its approval no longer counts',
  again: 'Paused with rows to send again',
}

export const limitLabels: Record<BreakerLimit, string> = {
  'refused-of-50': 'refused, of the last 50',
  'refused-of-all': 'refused, of all',
  'new-error': 'a new error, in 20 rows',
  'unconfirmed-of-100': 'unconfirmed, of the last 100',
  'keys-refused': 'keys refused',
  'service-away': 'service away',
  'moved-in-a-row': 'moved, in a row',
}

/** `4 min`, `40 s`, `1 h 20 min`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60)
    return seconds < 600 && seconds % 60 > 0 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** `German`; what is no language stays as it is. */
export function languageName(language: string): string {
  try {
    return languageNames.of(language) ?? language
  } catch {
    return language
  }
}

/** Rows that are or were to go. */
export const goingOf = ({ counts }: IncidentRun): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0) - counts['left-out']
