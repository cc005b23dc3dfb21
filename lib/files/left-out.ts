import type { ReadProgress } from '../charges/charge-answers'
import { uncounted } from '../charges/history-pieces'
import type { ChargeFilter } from '../charges/order-filter'
import { describeChargeFilter } from '../charges/trait-words'
import { countOf } from '../core/count-of'

/** What a reading of the history came to, and what it was asked for. */
export type Left = Omit<ReadProgress, 'read'> & {
  rows: number
  orders: number
  filter: Partial<ChargeFilter>
  /** How many rows are of an order that has a row before them: it received more than one currency. */
  further?: number
  /** Whether an unreadable order has no row at all. */
  unlisted?: boolean
  /** What the file is of, in a sentence. */
  contents?: string
  /** Whose days a filter by month or day means. */
  days?: string | null
  /** Set where the reading ended before the history did. */
  truncatedBecause: string | null
}

/** The sentences at the end of a file: how many rows it has, what it is of, and what it leaves out. */
export function leftOut({
  rows,
  orders,
  unreadable,
  missing,
  total,
  asListed,
  filter,
  further = 0,
  unlisted = false,
  contents,
  days = null,
  truncatedBecause,
}: Left): string[] {
  const filters = describeChargeFilter(filter)
  const some = [
    contents,
    truncatedBecause && `INCOMPLETE: ${truncatedBecause} The rows above aren’t the full history.`,
    further > 0 && 'An order that received more than one currency has a row for each. Its prices are in the first.',
    unreadable > 0 &&
      `We couldn’t read ${countOf(unreadable, 'order')}. ${unlisted ? notListed(unreadable) : 'Only the id is shown.'}`,
    total !== null &&
      missing > 0 &&
      `The service reported ${countOf(total, 'order')} but left out ${missing.toLocaleString('en')}.`,
    filters.length > 0 && `Filtered by ${filters.join(', ')}. Other orders are left out.`,
    days,
    total === null && truncatedBecause === null && !asListed && uncounted,
    asListed && 'The service didn’t report how many orders there are, so some may be missing. They’re in the order it sent them.',
  ].filter((sentence) => typeof sentence === 'string')
  const whole = truncatedBecause === null && total !== null && missing === 0 && unreadable === 0 && filters.length === 0
  const counted = `${countOf(rows, 'row')} of ${countOf(orders, 'order')}${whole ? ', no order left out' : ''}.`
  return [`${counted} Amounts don’t subtract refunds.`, ...some]
}

const notListed = (count: number) =>
  count === 1 ? 'It isn’t listed, and no total has it.' : 'They aren’t listed, and no total has them.'
