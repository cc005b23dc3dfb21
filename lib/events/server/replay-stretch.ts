import 'server-only'
import * as z from 'zod/mini'
import { dayIn, dayMs, daysAfter, startOfDay } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import type { Merchant } from '@/lib/platform/merchants'
import { maxReplayDays } from '../replay'
import type { Stretch } from './replay-events'

const moments = 'Use YYYY-MM-DD, or a moment such as 2026-11-22T08:00:00Z'
const day = z.iso.date()
const isDay = (text: string) => day.safeParse(text).success
const isMoment = (text: string) => isDay(text) || z.iso.datetime({ offset: true }).safeParse(text).success
const moment = z.string().check(z.refine(isMoment, moments))

/** From when until when events are replayed: days of the merchant account, the last one included, or moments. */
export const replayTimes = { from: moment, to: moment }

const maxMs = maxReplayDays * dayMs

/** Throws `invalid` where it ends before it begins, is too long, or ends in the future. */
export function stretchOf({ code, timeZone }: Merchant, given: { from: string; to: string }, now = Date.now()): Stretch {
  const from = isDay(given.from) ? startOfDay(given.from, timeZone) : Date.parse(given.from)
  const isToday = given.to === dayIn(now, timeZone)
  const until = isDay(given.to) ? startOfDay(daysAfter(given.to, 1), timeZone) : Date.parse(given.to)
  const to = isToday ? now : until
  const refuse = (field: 'from' | 'to', title: string) => invalid([{ field, title }])
  if (to > now) throw refuse('to', 'Use a time that isn’t in the future')
  if (from >= to) throw refuse('to', 'Use a time after the first')
  if (until - from > maxMs) throw refuse('from', `Use ${maxReplayDays} days or fewer`)
  return { merchant: code, from, to }
}
