import type { OrderFigures, OrderMonth } from '@/lib/charges/order-months'
import { yearsOf } from '@/lib/charges/order-months'
import { isRun, type RowOrRun, runsIn } from '@/lib/charges/order-runs'
import { monthName } from '@/lib/core/dates'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'

/** A heading of a long list, and the rows under it while it's open. */
export type OrderSection = {
  key: string
  title: string
  figures: OrderFigures
  isYear: boolean
  isOpen: boolean
  /** More orders of this time may still come. */
  isPartial: boolean
  rows: RowOrRun[]
}

/** So many months are open before anybody chose. */
const openMonths = 2

type Input = {
  months: readonly OrderMonth[]
  /** What somebody opened or closed, by key. */
  chosen: Readonly<Record<string, boolean>>
  /** A filter shows all that it found: every month is open, and no year is folded. */
  allOpen: boolean
  /** The month that holds the order somebody asked for. */
  asked: string | null
  /** Whether older orders are still to come. */
  isPartial: boolean
  /** Null shows every order by itself. */
  alone: ReadonlySet<OrderOrUnreadable> | null
}

/** The headings of a long list in their order: months of the newest year, then a row for each older year, with its months once open. */
export function sectionsOf({ months, chosen, allOpen, asked, isPartial, alone }: Input): OrderSection[] {
  const last = months.at(-1)
  const withRows = (month: OrderMonth, index: number): OrderSection => {
    const key = keyOf(month.month)
    const isOpen = chosen[key] ?? (allOpen || index < openMonths || (asked !== null && month.month === asked))
    return {
      key,
      title: month.month === null ? 'No date' : monthName(month.month),
      figures: month,
      isYear: false,
      isOpen,
      isPartial: isPartial && month === last,
      rows: isOpen ? (alone === null ? month.rows : runsIn(month.rows, alone)) : [],
    }
  }
  if (allOpen) return months.map(withRows)
  const [newest, ...older] = yearsOf(months)
  const shown = newest?.months.map(withRows) ?? []
  return [
    ...shown,
    ...older.flatMap((year) => {
      const key = keyOf(year.year)
      const isOpen = chosen[key] ?? (asked !== null && asked.slice(0, 4) === year.year)
      const head = { key, title: year.year ?? 'No date', figures: year, isYear: true, isOpen, rows: [] }
      const isCut = isPartial && year.months.at(-1) === last
      return [{ ...head, isPartial: isCut }, ...(isOpen ? year.months.map((month) => withRows(month, openMonths)) : [])]
    }),
  ]
}

const keyOf = (time: string | null) => time ?? 'no date'

/** As many sections and rows as fit into a number of lines. A heading counts as one. */
export function firstLines(sections: readonly OrderSection[], lines: number): { sections: OrderSection[]; hasMore: boolean } {
  const shown: OrderSection[] = []
  let left = lines
  for (const section of sections) {
    if (left <= 0) return { sections: shown, hasMore: true }
    const rows = section.rows.slice(0, left)
    shown.push({ ...section, rows })
    if (rows.length < section.rows.length) return { sections: shown, hasMore: true }
    left -= 1 + rows.length
  }
  return { sections: shown, hasMore: false }
}

/** At which line an order is, so that the list can be drawn as far as it; 0 where it isn't in an open section. */
export function lineOf(sections: readonly OrderSection[], orderId: string | null): number {
  let line = 0
  for (const { rows } of sections) {
    const at = rows.findIndex((row) => !isRun(row) && 'orderId' in row && row.orderId === orderId)
    if (at !== -1) return line + at + 2
    line += 1 + rows.length
  }
  return 0
}
