import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { buyerPath, chargePath } from '@/lib/core/buyer-path'
import { formatDay } from '@/lib/core/dates'
import { type Finding, type ListRow, refundWords } from '@/lib/lists/list-page'
import { foundSums } from './sums-words'

type Props = {
  id: string
  title: string
  /** Since when, or what it isn't. */
  note: string
  /** The head of the column that says what about each. */
  why: string
  found: Finding
  /** The whole list. */
  href: string
  /** What is said where nothing was found. */
  nothing: string
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 md:grid-cols-[6rem_minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1.1fr)_7.5rem]'

/** Charges that somebody should look at, the newest first, each of them the way to its order. */
export function FoundCard({ id, title, note, why, found, href, nothing }: Props) {
  const { rows, count, isMore } = found
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-18 target:border-line-control">
      <CardHead title={title} id={`${id}-title`} count={count} beside={<span className="text-meta text-muted">{note}</span>} />
      {count === 0 ? (
        <p className="px-4 py-3 text-muted text-table">{nothing}</p>
      ) : (
        <>
          <div aria-hidden className={`${columns} h-8 border-b font-medium text-meta text-muted max-md:hidden`}>
            <span>When</span>
            <span>Buyer</span>
            <span>Product</span>
            <span>{why}</span>
            <span className="text-right">Amount</span>
          </div>
          <ul className="divide-y">
            {rows.map((row) => (
              <FoundRow key={row.key} row={row} />
            ))}
          </ul>
          <p className="flex flex-wrap items-center gap-x-3 border-t px-4 py-2.5 text-table">
            <b className="font-medium">{describeShown(rows.length, count, isMore)}</b>
            {(isMore || count > rows.length) && (
              <Link href={href} prefetch={false} className="text-accent hover:underline">
                Open the list
              </Link>
            )}
            <span className="ml-auto text-right tabular-nums">{foundSums(found)}</span>
          </p>
        </>
      )}
    </Card>
  )
}

function describeShown(shown: number, count: number, isMore: boolean): string {
  const all = `${isMore ? 'more than ' : ''}${count.toLocaleString('en')}`
  if (count === 1) return '1 shown'
  return shown === count && !isMore ? `All ${all} shown` : `${shown} of ${all} shown`
}

function FoundRow({ row }: { row: ListRow }) {
  const { buyerId, buyer, product, day, why, refund, amount, currency, orderId, chargeId } = row
  const href = orderId === null || chargeId === null ? buyerPath(buyerId) : chargePath(buyerId, { orderId, chargeId })
  return (
    <li className={`${columns} relative min-h-row gap-y-0.5 text-table hover:bg-hover max-md:py-2`}>
      <span className="text-muted tabular-nums max-md:order-4 max-md:text-right">{formatDay(day)}</span>
      <Link
        href={href}
        prefetch={false}
        className="truncate text-accent after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid max-md:order-1"
      >
        <bdi>{buyer ?? `buyer …${buyerId.slice(-4)}`}</bdi>
      </Link>
      <span className="truncate max-md:hidden">{product ?? '–'}</span>
      <span className="line-clamp-2 text-ink-2 leading-4 max-md:order-3">
        {why ?? '–'}
        {refund && <span className="text-muted">, {refundWords[refund]}</span>}
      </span>
      <Amount value={amount} currency={currency} className="text-right max-md:order-2" />
    </li>
  )
}
