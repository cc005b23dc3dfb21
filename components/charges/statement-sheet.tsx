import { Letterhead, type LetterheadProps } from '@/components/ui/letterhead'
import type { StatementLine, StatementPart } from '@/lib/charges/statement'
import { cn } from '@/lib/core/cn'
import { countOf } from '@/lib/core/count-of'
import { formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'

type Props = {
  letterhead: LetterheadProps
  /** The days it is of, in words. */
  period: string
  madeOn: string
  /** Whom it is of, masked. */
  buyer: string
  ticket: string | null
  parts: readonly StatementPart[]
  /** The zone of its dates, in words. */
  zone: string
  /** What it has and what it leaves out. */
  words: string
}

const quiet = 'text-meta text-ink-2'

/** A statement as it will be printed: who writes, of which days, the sum first, then every order and what they come to. */
export function StatementSheet({ letterhead, period, madeOn, buyer, ticket, parts, zone, words }: Props) {
  return (
    <>
      <header className="flex flex-wrap justify-between gap-x-6 gap-y-4 wrap-anywhere">
        <Letterhead {...letterhead} />
        <div className="sm:text-right">
          <h2 className="font-semibold">Statement of charges</h2>
          <p className={quiet}>{period}</p>
          <p className={quiet}>created on {formatDay(madeOn)}</p>
        </div>
      </header>
      <div className="mt-8 mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 wrap-anywhere">
        <div>
          <p className={quiet}>For</p>
          <p dir="auto">{buyer}</p>
        </div>
        <div className="sm:text-right">
          <p className={quiet}>Received in this period</p>
          {parts.every(({ totals }) => totals.received.amount === null) && <p className="font-semibold text-title">Nothing</p>}
          {parts.map(
            ({ currency, totals }) =>
              totals.received.amount !== null && (
                <p key={currency} className="font-semibold text-title tabular-nums">
                  {formatAmount(totals.received.amount)} {currency}
                </p>
              ),
          )}
        </div>
      </div>
      {parts.map((part) => (
        <Part key={part.currency} part={part} isOnly={parts.length === 1} />
      ))}
      {parts.length === 0 && <p className="border-y py-4 text-muted text-table">No orders in this period.</p>}
      <footer className={cn('mt-auto border-t pt-3 wrap-anywhere', quiet)}>
        <p>
          Dates are those of the payment service, treated as {zone}. <b className="font-semibold">This isn’t an invoice.</b>
          {ticket !== null && ` Reference ${ticket}.`}
        </p>
        <p>{words}</p>
      </footer>
    </>
  )
}

/** The orders of one currency, and what they come to. */
function Part({ part, isOnly }: { part: StatementPart; isOnly: boolean }) {
  const { currency, lines } = part
  const name = currency === '' ? 'Without a currency' : currency
  return (
    <section aria-label={`Orders in ${name}`} className="mb-8">
      {!isOnly && <h3 className="mb-1 font-semibold text-table">{name}</h3>}
      <table className="w-full border-collapse text-table [&_td]:py-1.75 [&_td]:align-top [&_th]:pb-1.5 [&_th]:text-left [&_th]:font-medium [&_th]:text-meta [&_th]:text-muted [&_tr>*]:pr-3 [&_tr>:last-child]:pr-0">
        <thead className="border-line-strong border-b">
          <tr>
            <th scope="col">Date</th>
            <th scope="col" className="max-sm:hidden">
              Order
            </th>
            <th scope="col">Product</th>
            <th scope="col" className="max-sm:hidden">
              Paid with
            </th>
            <th scope="col">Outcome</th>
            <th scope="col" className="text-right! max-sm:hidden">
              Tax
            </th>
            <th scope="col" className="text-right!">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y border-b">
          {lines.map((line) => (
            <Line key={line.orderId} line={line} currency={currency} />
          ))}
        </tbody>
      </table>
      <Totals part={part} />
    </section>
  )
}

function Line({ line, currency }: { line: StatementLine; currency: string }) {
  const isReceived = line.state === 'received'
  return (
    <tr className={cn('break-inside-avoid', !isReceived && 'text-muted')}>
      <td className="whitespace-nowrap tabular-nums">{line.day === null ? '–' : formatDay(line.day)}</td>
      <td className="font-mono text-meta wrap-anywhere max-sm:hidden">{line.orderId}</td>
      <td className="wrap-anywhere">
        {line.products.length === 0 && '–'}
        {line.products.map((product, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in an order twice, and lines never change places.
          <bdi key={index} className="block">
            {product}
          </bdi>
        ))}
      </td>
      <td className="max-sm:hidden">{line.method}</td>
      <td className="wrap-break-word">{line.outcome}</td>
      <td className="whitespace-nowrap text-right tabular-nums max-sm:hidden">
        {line.tax === null ? '–' : formatAmount(line.tax)}
      </td>
      <td className="whitespace-nowrap text-right tabular-nums">
        {line.amount === null ? '–' : <span className={cn(isReceived && 'font-semibold')}>{formatAmount(line.amount)}</span>}{' '}
        {line.amount !== null && currency}
      </td>
    </tr>
  )
}

/** One total for each outcome that there is. Tax is of what was received. */
function Totals({ part: { currency, totals, tax } }: { part: StatementPart }) {
  const money = (amount: string | null) => (amount === null ? '–' : `${formatAmount(amount)} ${currency}`)
  const known = tax.orders === totals.received.orders ? '' : `, known for ${ordersCounted(tax.orders)}`
  const rows: [string, string | null, boolean][] = [
    [`Still open, ${ordersCounted(totals.open.orders)}`, totals.open.amount, totals.open.orders > 0],
    [`Not paid, ${ordersCounted(totals.lost.orders)}`, totals.lost.amount, totals.lost.orders > 0],
    [`Unrecognised, ${ordersCounted(totals.other.orders)}`, totals.other.amount, totals.other.orders > 0],
  ]
  return (
    <dl className="mt-4 ml-auto grid w-full max-w-70 break-inside-avoid gap-1.5 text-table tabular-nums wrap-anywhere [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
      <div className="border-b pb-1.5 font-semibold text-body">
        <dt className="font-normal">Received, {ordersCounted(totals.received.orders)}</dt>
        <dd>{totals.received.amount === null ? 'nothing' : money(totals.received.amount)}</dd>
      </div>
      {tax.amount !== null && (
        <div>
          <dt>of which tax{known}</dt>
          <dd>{money(tax.amount)}</dd>
        </div>
      )}
      {rows.map(
        ([label, amount, isThere]) =>
          isThere && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const ordersCounted = (count: number) => countOf(count, 'order')
