import 'server-only'
import { countOf } from '@/lib/core/count-of'
import { csv } from '@/lib/core/csv'
import { formatRange } from '@/lib/core/dates'
import { sumByCurrency } from '@/lib/core/money'
import { database } from '@/lib/database/open'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { type Refund, refundStates } from '../refund'
import { describeFilter, type RefundFilter, stateLabels } from '../refund-filter'
import { foundRefunds } from './find-refunds'
import { withNames } from './list-refunds'
import { refundsOf } from './refund-row'

const maxExported = 10_000

/** A file of the refunds that a filter lets through, in its order, and its name. Its first line says what it holds. */
export async function refundsFile(person: Person, filter: RefundFilter): Promise<{ name: string; text: string }> {
  const store = await database()
  const { rows, next } = await foundRefunds(store, person, filter, { limit: maxExported })
  const refunds = await withNames(store, await refundsOf(store, person, rows))
  const merchants = [...new Set(refunds.map(({ merchant }) => merchant))]
  await recordExport({
    person,
    merchant: merchants.length === 1 ? (merchants[0] ?? '') : '',
    operation: 'exportRefunds',
    buyerId: null,
    ticket: null,
    detail: { filter, rows: refunds.length },
  })
  const [from, to] = period(refunds, filter)
  const held = [
    ...['Refunds', ...describeFilter(filter)],
    `requests of ${formatRange(from, to)} (UTC)`,
    countOf(refunds.length, 'row'),
    next === null ? 'nothing left out' : `first ${maxExported} only`,
    ...sumsOf(refunds, filter),
  ]
  const name = [...(merchants.length === 1 ? merchants : []), from, to, 'refunds'].join('_').replace(/[^\w.-]+/g, '-')
  return { name: `${name}.csv`, text: csv([[held.join(', ')], columns, ...refunds.map(lineOf)]) }
}

/** What they add up to in each currency, and in each state where there are several: what was refused is no money that goes back. */
function sumsOf(refunds: readonly Refund[], { state }: RefundFilter): string[] {
  const sums = (some: readonly Refund[]) => [...sumByCurrency(some)].map(([currency, amount]) => `${amount} ${currency}`)
  if (state !== null) return sums(refunds)
  return refundStates.flatMap((each) =>
    sums(refunds.filter((refund) => refund.state === each)).map((money) => `${stateLabels[each].toLowerCase()} ${money}`),
  )
}

/** The days that are filtered for, else those of the first and the last request; today where there is none. */
function period(refunds: readonly Refund[], { from, to }: RefundFilter): [string, string] {
  const days = refunds.map(({ askedAt }) => askedAt.slice(0, 10)).toSorted()
  const today = new Date().toISOString().slice(0, 10)
  return [from ?? days[0] ?? to ?? today, to ?? days.at(-1) ?? from ?? today]
}

const columns = [
  ...[
    'requested (UTC)',
    'state',
    'amount',
    'currency',
    'buyer',
    'buyer id',
    'product',
    'provider',
    'mid',
    'provider transaction',
  ],
  ...['order', 'charge', 'charged (service time)', 'reason', 'requested by', 'ticket', 'last step', 'by', 'at (UTC)', 'note'],
  ...['in a file', 'merchant account', 'refund'],
]

function lineOf(refund: Refund): string[] {
  const { charge, steps } = refund
  const last = steps.at(-1)
  return [
    ...[refund.askedAt, refund.state, refund.amount, refund.currency, charge.buyer ?? '', refund.buyerId],
    ...[charge.products.join(', '), charge.provider ?? '', charge.mid ?? '', charge.providerTransaction ?? ''],
    ...[charge.orderId, charge.chargeId, charge.createdAt ?? '', refund.reason, refund.person, refund.ticket ?? ''],
    ...[last?.kind ?? '', last?.person ?? '', last?.at ?? '', last?.note ?? ''],
    ...[refund.batchId === null ? 'no' : 'yes', refund.merchant, refund.id],
  ]
}
