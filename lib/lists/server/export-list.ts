import 'server-only'
import { countOf } from '@/lib/core/count-of'
import { csv } from '@/lib/core/csv'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { describeCoverage, filterNote } from '../coverage'
import type { ListRow } from '../list-page'
import { type ListFilter, type ListFilterField, type ListName, lists, spanOf } from '../lists'
import { coverageOf } from './coverage'
import { contextOf, wholeList } from './read-list'

const maxExported = 10_000

/** A file of a list as it's filtered, in its order, and its name. Its first line says what it holds and on what it rests. */
export async function listFile(
  name: ListName,
  { person, merchant }: { person: Person; merchant: Merchant },
  filter: ListFilter,
): Promise<{ name: string; text: string }> {
  const context = contextOf(person, merchant)
  const { rows, isMore, sums } = await wholeList(name, context, filter, maxExported)
  await recordExport({
    person,
    merchant: merchant.code,
    operation: 'exportList',
    buyerId: null,
    ticket: null,
    detail: { list: name, filter, rows: rows.length },
  })
  const held = [
    ...[lists[name].label, ...describeFilter(name, filter)],
    countOf(rows.length, 'row'),
    isMore ? `first ${maxExported} only` : 'nothing left out',
    ...sums.map(({ amount, currency }) => `${amount} ${currency}`),
    `as of ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    describeCoverage(await coverageOf(lists[name].of, merchant.code), merchant.name, context.today) + filterNote(filter),
  ]
  const file = [merchant.code, context.today, name].join('_').replace(/[^\w.-]+/g, '-')
  return { name: `${file}.csv`, text: csv([[held.join(', ')], columns, ...rows.map(lineOf)]) }
}

/** The days and the filters that are chosen. */
function describeFilter(name: ListName, filter: ListFilter): string[] {
  const span = lists[name].spans.find(({ value }) => value === spanOf(name, filter))
  const { span: _, ...rest } = filter
  const chosen = Object.entries(rest) as [ListFilterField, string][]
  return [...(span ? [span.label.toLowerCase()] : []), ...chosen.map(([field, value]) => `${field} ${value}`)]
}

const columns = [
  ...['day (service)', 'time', 'buyer', 'buyer id', 'product', 'what', 'amount', 'currency', 'provider'],
  ...['person', 'refund requested', 'seen on', 'order', 'charge'],
]

const lineOf = (row: ListRow): string[] => [
  ...[row.day, row.at ?? '', row.buyer ?? '', row.buyerId, row.product ?? '', row.why ?? '', row.amount ?? ''],
  ...[row.currency ?? '', row.provider ?? '', row.person ?? '', row.refund ? 'yes' : 'no', row.seen ?? ''],
  ...[row.orderId ?? '', row.chargeId ?? ''],
]
