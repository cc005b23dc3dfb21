import { type ChargeFilter, chargeFilterFields } from '../charges/charge-filter'

/** What a reading of the history came to, and what it was asked for. */
export type Left = {
  rows: number
  orders: number
  unreadable: number
  missing: number
  total: number | null
  asListed: boolean
  filter: Partial<ChargeFilter>
  /** Set where the reading ended before the history did. */
  cut: string | null
}

/** The sentences at the end of a file: how many rows it has, of what, and what it leaves out. */
export function leftOut({ rows, orders, unreadable, missing, total, asListed, filter, cut }: Left): string[] {
  const filters = chargeFilterFields.flatMap((field) => (filter[field] ? `${field} ${filter[field]}` : []))
  const some = [
    cut && `INCOMPLETE: ${cut} What stands above is not the whole history.`,
    unreadable > 0 && `${counted(unreadable, 'order')} of the history could not be read: nothing but the id is known.`,
    missing > 0 && `The service counts ${total} orders and did not give ${missing} of them.`,
    filters.length > 0 && `Filtered by ${filters.join(', ')}; other orders are left out.`,
    asListed && 'The service does not tell how many orders there are: they stand as it lists them.',
  ].filter((sentence) => typeof sentence === 'string')
  const whole = cut === null && missing === 0 && unreadable === 0 && filters.length === 0
  return [`${counted(rows, 'row')} of ${counted(orders, 'order')}${whole ? ', nothing left out' : ''}.`, ...some]
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
