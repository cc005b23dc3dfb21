import 'server-only'
import type { ReadProgress } from '@/lib/charges/charge-answers'
import { doubtsOf } from '@/lib/charges/doubts'
import { digestOf, passes } from '@/lib/charges/order-digest'
import { isReadable } from '@/lib/charges/order-facts'
import { type ChargeFilter, isChargeFiltering, noChargeFilter } from '@/lib/charges/order-filter'
import { inZone } from '@/lib/core/dates'
import { ServiceProblem } from '@/lib/core/problem'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { ChargeFile } from '../charge-file'
import { type CellKind, type Column, columnsOf, rowsOf } from '../columns'
import type { Left } from '../left-out'
import { describeZone, zoned } from '../zoned'

/** A table on its way into a file. Cells are text, whatever their column's kind; null where there is nothing. */
export type Table = {
  head: { words: string; kind: CellKind }[]
  rows: AsyncGenerator<(string | null)[]>
  /** Final once the last row was taken. */
  left: () => Left
}

export const unreadableText = 'unreadable: we couldn’t read what the service sent for this order'

type TableAbout = {
  progress: () => ReadProgress
  /** What the file is of, in a sentence. */
  contents: string
  /** The zone in which times without one are read. */
  assumed: string
}

/** The rows of a charge file, one by one as the orders come. */
export function chargeTable(
  orders: AsyncIterable<OrderOrUnreadable>,
  file: ChargeFile,
  { progress, contents, assumed }: TableAbout,
): Table {
  const columns = file.columns.flatMap((name) => columnsOf[file.rows].find((column) => column.name === name) ?? [])
  const filter = { ...noChargeFilter, ...file.filter }
  const passes = passing(filter, inZone(Date.now(), assumed).day)
  const count = { rows: 0, orders: 0, further: 0 }
  let truncatedBecause: string | null = null
  const cellOf = (column: Column, row: Parameters<Column['of']>[0]) => {
    const value = column.of(row)
    const text = value === null ? null : String(value)
    return column.kind === 'time' ? (zoned(text, file.zone, assumed) ?? text) : text
  }

  async function* rows() {
    try {
      for await (const order of orders) {
        if (!passes(order)) continue
        count.orders += 1
        if (isReadable(order)) {
          for (const row of rowsOf(order, file.rows, filter)) {
            count.rows += 1
            count.further += Number(row.isFurther === true)
            yield [...columns.map((column) => cellOf(column, row)), null]
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
    left: () => ({ ...progress(), ...count, filter: file.filter, contents, truncatedBecause }),
  }
}

/** What passes is what the list of all charges shows under the same filter. */
function passing(filter: ChargeFilter, today: string): (order: OrderOrUnreadable) => boolean {
  if (!isChargeFiltering(filter)) return () => true
  return (order) => passes(digestOf(order, isReadable(order) ? doubtsOf(order, today) : []), filter)
}
