import { filterDays, formatFilterPeriod } from '../charges/filter-period'
import { type ChargeFilter, noChargeFilter } from '../charges/order-filter'
import { formatDay } from '../core/dates'
import type { Manifest } from './evidence'

/** What a row of the file is. */
export const rowKinds = ['orders', 'attempts', 'products'] as const
export type RowKind = (typeof rowKinds)[number]
export const rowLabels: Record<RowKind, string> = { orders: 'Orders', attempts: 'Attempts', products: 'Product lines' }

export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

export const fileOrders = ['newest-first', 'oldest-first'] as const
export type FileOrder = (typeof fileOrders)[number]

/** What is asked for at `POST /api/desk/buyers/{buyerId}/export`. Columns come in the order given. */
export type ChargeFile = {
  rows: RowKind
  format: FileFormat
  order: FileOrder
  zone: string
  columns: string[]
  filter: Partial<ChargeFilter>
  ticket?: string
}

/** Whose file it is: `today` is a day key in the merchant account's zone. */
type FileAbout = { merchant: string; buyerId: string; today: string }

type PackAbout = Pick<Manifest, 'merchant' | 'buyerId' | 'level' | 'madeAt'>

const fileKinds: Record<RowKind, string> = { orders: 'charges', attempts: 'attempts', products: 'product-lines' }

/** `northwind_5d0e77b1_2026-10_T-4711_charges.csv`: account, buyer, days, ticket, rows. A name has plain letters alone. */
export function fileName({ rows, format, filter, ticket }: ChargeFile, { merchant, buyerId, today }: FileAbout): string {
  const parts = [
    merchant,
    buyerId.slice(0, 8),
    daysInName(filter, today),
    ...filterNames(filter),
    plainReference(ticket),
    fileKinds[rows],
  ]
  return `${parts.filter((part) => part !== '').join('_')}.${format}`
}

/** `northwind_5d0e77b1_2026-10_T-4711_statement`: how a printed statement is named, which is the title of its page. */
export function statementName(
  { ticket, ...days }: Pick<ChargeFilter, 'month' | 'from' | 'to'> & { ticket: string | null },
  { merchant, buyerId, today }: FileAbout,
): string {
  const parts = [merchant, buyerId.slice(0, 8), daysInName(days, today), plainReference(ticket), 'statement']
  return parts.filter((part) => part !== '').join('_')
}

/** `northwind_5d0e77b1_2026-11-22-140231_T-4711_evidence-bank.zip`: account, buyer, when it was made in UTC, ticket, for whom. */
export function packName({ merchant, buyerId, level, madeAt }: PackAbout, ticket: string | undefined): string {
  const made = madeAt.slice(0, 19).replace('T', '-').replaceAll(':', '')
  const parts = [merchant, buyerId.slice(0, 8), made, plainReference(ticket), `evidence-${level}`]
  return `${parts.filter((part) => part !== '').join('_')}.zip`
}

const namedFields = [
  'currency',
  'money',
  'state',
  'product',
  'provider',
  'mid',
  'status',
  'type',
  'reason',
  'has',
  'find',
] as const

const plainReference = (ticket: string | null | undefined) => (ticket ?? '').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

function daysInName(given: Partial<ChargeFilter>, today: string): string {
  const filter = { ...noChargeFilter, ...given }
  if (filter.month !== null && filter.from === null && filter.to === null) return filter.month
  const { from, to } = filterDays(filter)
  if (from === null) return to === null ? `all-dates-on-${today}` : `to-${to}`
  return `${from}_${to ?? today}`
}

/** Two files of one month under different filters have different names, as far as plain letters tell them apart. */
const filterNames = (filter: Partial<ChargeFilter>) => namedFields.map((field) => plainReference(filter[field]).slice(0, 24))

/** What a file is of, for its last lines: the buyer, the account, the days and the ticket. */
export function fileContents({ rows, filter: given, ticket }: ChargeFile, { merchant, buyerId, today }: FileAbout): string {
  const filter = { ...noChargeFilter, ...given }
  const days = formatFilterPeriod(filter) ?? `all dates, as of ${formatDay(today)}`
  const reference = ticket ? ` Ticket ${ticket}.` : ''
  return `${rowLabels[rows]} of buyer ${buyerId} on ${merchant}, ${days}.${describePart(rows, filter)} Personal values are masked.${reference}`
}

/** What of an order its rows leave out under a filter that picks charges. */
function describePart(rows: RowKind, { month, money, currency, mid }: ChargeFilter): string {
  if (rows === 'attempts') return month === null ? '' : ' Attempts of other months are left out.'
  if (rows === 'products' || [month, money, currency, mid].every((field) => field === null)) return ''
  return ' Money received and tax count only the charges that match the filter, and other columns describe the whole order.'
}
