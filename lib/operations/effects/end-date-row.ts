import { timeIn } from './days'
import type { EffectRow, Situation } from './effect'
import { subscriptionIn } from './known-subscription'
import { becomes } from './rows'

/** The end date that is to become another day: before with its time of day, which the move loses. */
export function endDateRow(day: string | null, situation: Situation, expects: string | null): EffectRow {
  const { known, now, zone } = situation
  const { end } = subscriptionIn(known, now, zone)
  const row = becomes(situation, 'endDate', day, expects)
  return end ? { ...row, before: `${end.words}, ${timeIn(end.moment, zone)}` } : row
}
