import 'server-only'
import type { ReadProgress } from '@/lib/charges/charge-answers'
import { type Doubt, doubtsOf } from '@/lib/charges/doubts'
import { filterDays } from '@/lib/charges/filter-period'
import { digestOf, passes } from '@/lib/charges/order-digest'
import { isReadable } from '@/lib/charges/order-facts'
import { isChargeFiltering, noChargeFilter } from '@/lib/charges/order-filter'
import type { SharedCards } from '@/lib/charges/server/found-doubts'
import { withoutCardNumbers } from '@/lib/core/card-number'
import { daysAfter } from '@/lib/core/dates'
import { masked } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { ChargeFile } from '../charge-file'
import { type CellKind, type Column, columnsOf, rowsOf } from '../columns'
import type { Left } from '../left-out'
import { describeZone, formatZone, zoned } from '../zoned'

/** A table on its way into a file. Cells are text, whatever their column's kind; null where there is nothing. */
export type Table = {
  head: { words: string; kind: CellKind }[]
  rows: AsyncGenerator<(string | null)[]>
  /** Final once the last row was taken. */
  left: () => Left
}

export const unreadableText = 'unreadable: we couldn’t read what the service sent for this order'

/** Columns whose digits identify something at the service or a provider. Any other text may have a card number in it. */
const ofIds = new Set(['orderId', 'chargeId', 'providerTransaction', 'mid', 'productId', 'productCode'])

type TableAbout = {
  progress: () => ReadProgress
  /** What the file is of, in a sentence. */
  contents: string
  /** The zone in which times without one are read, and the day it is there. */
  assumed: string
  today: string
}

/** An order, masked, with what in it deserves a second look. */
type CheckedOrder = { order: OrderOrUnreadable; doubts: readonly Doubt[] }

/**
 * Each order with its things to check, as the list of all charges finds them. `today` is a day key in the merchant account's zone. With
 * `cards` the orders come in clear, since only that tells one card from another, and leave masked.
 */
export async function* checkedOrders(
  orders: AsyncIterable<OrderOrUnreadable>,
  today: string,
  cards: SharedCards | null,
): AsyncGenerator<CheckedOrder, void, undefined> {
  for await (const order of orders) {
    const own = isReadable(order) ? doubtsOf(order, today) : []
    yield cards ? { order: masked(order), doubts: [...own, ...(await cards.doubtsOf(order))] } : { order, doubts: own }
  }
}

/** The rows of a charge file, one by one as the orders come. */
export function chargeTable(
  orders: AsyncIterable<CheckedOrder>,
  file: ChargeFile,
  { progress, contents, assumed, today }: TableAbout,
): Table {
  const columns = file.columns.flatMap((name) => columnsOf[file.rows].find((column) => column.name === name) ?? [])
  const filter = { ...noChargeFilter, ...file.filter }
  const isFiltering = isChargeFiltering(filter)
  const count = { rows: 0, orders: 0, further: 0 }
  let truncatedBecause: string | null = null
  const cellOf = (column: Column, row: Parameters<Column['of']>[0]) => {
    const value = column.of(row)
    const text = value === null ? null : String(value)
    if (text !== null && column.kind === 'text' && !ofIds.has(column.name)) return withoutCardNumbers(text)
    return column.kind === 'time' ? (zoned(text, file.zone, assumed) ?? text) : text
  }

  async function* rows() {
    try {
      for await (const { order, doubts } of orders) {
        if (isFiltering && !passes(digestOf(order, doubts), filter)) continue
        count.orders += 1
        if (isReadable(order)) {
          for (const row of rowsOf(order, file.rows, filter)) {
            count.rows += 1
            count.further += Number(row.isFurther === true)
            yield [...columns.map((column) => cellOf(column, { ...row, doubts })), null]
          }
        } else {
          count.rows += 1
          yield [...columns.map(({ name }) => (name === 'orderId' ? order.orderId : null)), unreadableText]
        }
      }
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error
      truncatedBecause = error.problem.detail // the rows that are there stay, and the file says that it is not whole
    }
  }

  const head = columns.map(({ head: words, kind }) => ({
    words: kind === 'time' ? `${words} (${describeZone(file.zone, assumed)})` : words,
    kind,
  }))
  return {
    head: [...head, { words: 'note', kind: 'text' }],
    rows: rows(),
    left: () => ({
      ...progress(),
      ...count,
      filter: file.filter,
      contents,
      days: describeFilterZone(file, assumed, today),
      truncatedBecause,
    }),
  }
}

/** Whose days a filter by month or day means; null where it sets none. They may begin and end within another day of the file's zone. */
function describeFilterZone({ zone, filter }: ChargeFile, assumed: string, today: string): string | null {
  const { from, to } = filterDays({ ...noChargeFilter, ...filter })
  if (from === null && to === null) return null
  const named = (of: string) => formatZone(of, { from, to }, today)
  if (zone === 'service') return `Months and days of the filter are in service time, treated as ${named(assumed)}.`
  if (zone === assumed) return `Months and days of the filter, and times above, are in ${named(zone)}.`
  const there = (day: string) => zoned(`${day} 00:00:00`, zone, assumed)
  const [begin, end] = [from && there(from), to && there(daysAfter(to, 1))]
  const borders = [begin && `begin at ${begin}`, end && `end at ${end}`].filter(Boolean).join(' and ')
  return `Months and days of the filter are those of the payment service, treated as ${named(assumed)}. Times above are in ${named(zone)}${borders && `, where they ${borders}`}.`
}
