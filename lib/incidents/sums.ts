import { formatDay } from '@/lib/core/dates'
import { goalOf, type IncidentCommand, verbOf } from './command'
import type { IncidentPreview } from './incident'

/** What the rows of a preview that will change come to. Days are the account's; gains are days of access that are won or lost. */
export type Sums = {
  rows: number
  charges: number
  ends: { first: string | null; last: string | null; unknown: number }
  after: { first: string | null; last: string | null }
  gained: number
  lost: number
  renewing: number
  noUndo: Map<string, number>
  partly: Map<string, number>
}

export const emptySums = (): Sums => ({
  rows: 0,
  charges: 0,
  gained: 0,
  lost: 0,
  renewing: 0,
  ends: { first: null, last: null, unknown: 0 },
  after: { first: null, last: null },
  noUndo: new Map(),
  partly: new Map(),
})

const number = (count: number) => count.toLocaleString('en')
const many = (count: number, one: string, more: string) => `${number(count)} ${count === 1 ? one : more}`

function between({ first, last }: { first: string | null; last: string | null }): string | null {
  if (first === null || last === null) return null
  return first === last ? `on ${formatDay(first)}` : `between ${formatDay(first)} and ${formatDay(last)}`
}

/** The sums in sentences, for the page and for whoever approves it. */
export function describeSums(command: IncidentCommand, sums: Sums): IncidentPreview['sums'] {
  return {
    money: describeMoney(command, sums),
    dates: describeDates(command, sums),
    customers:
      sums.rows === 0
        ? []
        : [
            `The service sends about ${many(sums.rows, 'event', 'events')}. Your shop may write to buyers because of them.`,
            'Counterfoil itself writes to nobody.',
          ],
    undo: describeUndo(command, sums),
  }
}

function describeMoney(command: IncidentCommand, sums: Sums): string[] {
  if (sums.rows === 0) return []
  const amounts = 'We don’t know the amounts.'
  const nothing = 'The change itself charges and refunds nothing.'
  const { fact } = verbOf(command)
  const goal = goalOf(command)
  if (fact === 'isEnabled')
    return [
      goal
        ? `${many(sums.rows, 'token', 'tokens')} can be charged again.`
        : `Charges with ${many(sums.rows, 'token', 'tokens')} fail from then on.`,
    ]
  const when = between(sums.ends)
  if (fact === 'endDate') {
    const moved = `${many(sums.renewing, 'renewal moves', 'renewals move')} with the end date. ${amounts}`
    return [nothing, ...(sums.renewing > 0 ? [moved] : [])]
  }
  if (!goal)
    return [
      `${many(sums.rows, 'renewal isn’t', 'renewals aren’t')} charged any more${when ? `, due ${when}` : ''}. ${amounts}`,
      nothing,
    ]
  const later = many(sums.rows - sums.charges, 'buyer is', 'buyers are')
  const straightAway = `${many(sums.charges, 'buyer', 'buyers')} may be charged straight away. ${amounts}`
  return [
    `${later} charged when the term ends${when ? `, ${when}` : ''}. ${amounts}`,
    ...(sums.charges > 0 ? [straightAway] : []),
  ]
}

function describeDates(command: IncidentCommand, sums: Sums): string[] {
  const before = between(sums.ends)
  const unknown = sums.ends.unknown > 0 ? [`The end date of ${number(sums.ends.unknown)} isn’t known.`] : []
  const { fact } = verbOf(command)
  if (fact === 'isEnabled' || (fact === 'autoChargeStatus' && before === null)) return []
  if (fact === 'autoChargeStatus') return [`Access ends ${before}, as before.`, ...unknown]
  const after = between(sums.after)
  return [
    ...(after ? [`Access ends ${after}${before ? ` instead of ${before}` : ''}.`] : []),
    ...(sums.gained > 0 ? [`Buyers gain ${many(sums.gained, 'day', 'days')} of access in all, at no charge.`] : []),
    ...(sums.lost > 0 ? [`Buyers lose ${many(sums.lost, 'day', 'days')} of access in all. Nothing is refunded.`] : []),
    ...unknown,
  ]
}

function describeUndo(command: IncidentCommand, { rows, noUndo, partly }: Sums): string[] {
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0)
  const can = rows - sum(noUndo)
  const inPart = sum(partly)
  return [
    ...(can > 0 ? [`${number(can)} can be undone, unless somebody changes them first.`] : []),
    ...(inPart > 0 ? [`If you undo ${inPart < can ? `${number(inPart)} of ` : ''}them, ${notBroughtBack(command)}.`] : []),
    ...[...noUndo].map(([why, count]) => `${number(count)} can’t be undone: ${why}`),
  ]
}

function notBroughtBack(command: IncidentCommand): string {
  if (verbOf(command).fact === 'endDate') return 'end dates lose their time of day'
  return goalOf(command)
    ? 'charges made in the meantime aren’t refunded'
    : 'buyers whose end date has passed may be charged straight away'
}
