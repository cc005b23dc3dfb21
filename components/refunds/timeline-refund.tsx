import { Undo2 } from 'lucide'
import Link from 'next/link'
import { StateNode } from '@/components/ui/state-node'
import { Tip } from '@/components/ui/tip'
import { useClock } from '@/components/ui/use-clock'
import { dayIn, exactTime, formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { Refund, RefundStep } from '@/lib/refunds/refund'
import { describeRefundStep, refundStepNote, stepKinds } from '@/lib/refunds/refund-step-words'

type Props = { refund: Refund; step: RefundStep; timeZone: string }

/** One step of a refund, as a row among the orders. It leads to the refund desk. */
export function TimelineRefund({ refund, step, timeZone }: Props) {
  const { zone } = useClock(Date.now())
  const moment = Date.parse(step.at)
  const kind = stepKinds[step.kind]
  return (
    <div className="relative grid min-h-11 grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-3 py-1.5 pr-3 pl-4 text-table hover:bg-hover max-sm:gap-x-2.5 max-sm:py-2.5 sm:grid-cols-[1.25rem_5.5rem_minmax(0,1fr)]">
      {kind === undefined ? <StateNode icon={Undo2} className="size-5!" /> : <StateNode kind={kind} className="size-5!" />}
      <span className="relative z-1 whitespace-nowrap text-ink-2 tabular-nums max-sm:hidden">
        <Tip text={exactTime(moment, zone)} align="start" focusable={false}>
          {formatDay(dayIn(moment, timeZone))}
        </Tip>
      </span>
      <span className="min-w-0">
        <Link
          href={`/refunds?refund=${refund.id}`}
          prefetch={false}
          data-entry-row
          className="block max-w-full truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
        >
          {describeRefundStep(step)}
        </Link>
        <span className="block text-meta text-muted wrap-anywhere">
          {[
            `${formatAmount(refund.amount)} ${refund.currency}`,
            refundStepNote(step),
            step.mine ? 'you' : step.person,
            refund.ticket,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </div>
  )
}
