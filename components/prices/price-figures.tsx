import { CircleX } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { shortReason } from '@/lib/core/problem-words'
import { describeBearing } from '@/lib/prices/bearing'
import type { Compared, TodayPrice } from '@/lib/prices/compared'
import { describeAboveLast, describeSaving } from '@/lib/prices/term-price'

/** A price with its month's share and its difference, right-aligned. An old one is muted until the new one is there. */
export function PriceFigures({ price }: { price: Compared | TodayPrice }) {
  const { total, due, currency, problem, isAsking, isOld, wrong = null } = price
  const refused = problem === null ? (total === null ? wrong : null) : shortReason(problem)
  if (refused !== null) {
    return (
      <span className={cn('inline-flex items-start gap-1.5 text-left text-meta', isOld ? 'text-muted' : 'text-declined')}>
        <Icon of={CircleX} size={14} className="mt-px" />
        <span className="line-clamp-3">{refused}</span>
      </span>
    )
  }
  if (total === null && isAsking) {
    return (
      <>
        <Skeleton className="h-4 w-20" />
        <span className="sr-only">Asking for this price</span>
      </>
    )
  }
  const tone = isOld ? 'text-muted' : 'text-ink'
  const paid = due ?? total // of a move, what is paid for moving
  return (
    <>
      <span className={cn('whitespace-nowrap text-head', tone)}>
        <span className={cn('font-semibold tabular-nums', tone)}>{paid === null ? '–' : formatAmount(paid)}</span>
        {paid !== null && <small className={cn('text-meta', isOld ? 'text-muted' : 'text-ink-2')}> {currency}</small>}
      </span>
      {'note' in price && total !== null && <span className="text-meta text-muted">{price.note}</span>}
      {total !== null && due !== undefined && (
        <span className="text-meta text-muted tabular-nums">
          {due === null ? 'full price' : `now, full price ${formatAmount(total)}`}
        </span>
      )}
      {total !== null && <Share price={price} />}
      <Difference price={price} />
    </>
  )
}

function Share({ price: { months, perMonth, trial, due, noTerm } }: { price: Compared }) {
  if (trial !== null) return <span className="text-balance text-meta text-muted">{trial}</span>
  if (months === 1 && due !== undefined) return null // its full price stands above
  if (months === 1) return <span className="text-meta text-muted">one month</span>
  if (perMonth === null)
    return <span className="text-meta text-muted">{noTerm === 'differ' ? 'different terms' : 'term unknown'}</span>
  return <span className="text-meta text-muted tabular-nums">{formatAmount(perMonth)} a month</span>
}

/** What it is against what it's compared with. Nobody saves by paying more than the last time, so then no saving stands out. */
function Difference({ price: { against, againstOption, aboveLast, bearing, total, due, isOld } }: { price: Compared }) {
  const isMove = due !== undefined
  const does = total === null ? null : describeBearing(bearing)
  const saves = against?.way === 'less' && !isOld && aboveLast === null
  return (
    <>
      {against !== null && (
        <span className={cn('text-balance text-meta tabular-nums', saves ? 'font-semibold text-ink' : 'text-muted')}>
          {describeSaving(against, isMove)}
          {aboveLast !== null && ` against ${againstOption ? 'the option compared with' : 'renewing now'}`}
        </span>
      )}
      {aboveLast !== null && (
        <span className={cn('text-balance text-meta tabular-nums', isOld ? 'text-muted' : 'text-ink')}>
          {describeAboveLast(aboveLast, isMove)}
        </span>
      )}
      {does !== null && <span className="text-balance text-meta text-muted">{does}</span>}
    </>
  )
}
