import 'server-only'
import * as z from 'zod/mini'
import { isDay } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import { type ChargeFilter, chargeFilterFrom, maxFilterText, orderStates, traits } from '../order-filter'
import { isPeriod } from '../periods'

const text = z.optional(z.string().check(z.maxLength(maxFilterText, `Use ${maxFilterText} characters or fewer`)))
const day = z.optional(z.string().check(z.refine(isDay, 'Use YYYY-MM-DD for a day')))

/** The filter of a whole history, in a request for its rows, its sums or its file. */
export const filterSearch = {
  status: text,
  type: text,
  currency: text,
  provider: text,
  product: text,
  mid: text,
  reason: text,
  find: text,
  from: day,
  to: day,
  month: z.optional(z.string().check(z.refine(isPeriod, 'Use YYYY-MM for a month or YYYY-Qn for a quarter'))),
  state: z.optional(z.enum(orderStates, `Use one of ${orderStates.join(', ')}`)),
  money: z.optional(z.enum(['received', 'open', 'lost', 'other'], 'Use one of received, open, lost, other')),
  has: z.optional(z.enum(traits, `Use one of ${traits.join(', ')}`)),
}

/** What was asked for. Days in the wrong order are refused, because all that the address would leave of them is the first. */
export function filterIn(given: Partial<Record<string, string>>): ChargeFilter {
  if (given.from && given.to && given.to < given.from)
    throw invalid([{ field: 'to', title: 'Choose the same day as the first, or a later one' }])
  return chargeFilterFrom(given)
}
