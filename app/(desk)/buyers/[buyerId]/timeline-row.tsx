import { TimelineAction } from '@/components/actions/timeline-action'
import { TimelineRefund } from '@/components/refunds/timeline-refund'
import type { Action } from '@/lib/commands/action'
import type { Refund, RefundStep } from '@/lib/refunds/refund'

type Props = { row: { action: Action } | { refund: Refund; step: RefundStep }; timeZone: string }

/** What was done among the orders: at the service, or at the refund desk. */
export function TimelineRow({ row, timeZone }: Props) {
  if ('action' in row) return <TimelineAction action={row.action} />
  return <TimelineRefund {...row} timeZone={timeZone} />
}
