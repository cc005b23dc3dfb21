import { Badge } from '@/components/ui/badge'
import { State } from '@/components/ui/state'
import { useClock } from '@/components/ui/use-clock'
import type { Refund, RefundState } from '@/lib/refunds/refund'
import { refundBadge } from '@/lib/refunds/refund-step-words'

type Props = { state: RefundState; overdue?: boolean; inFile?: boolean }

/** Where a refund stands. What has ended whispers; what somebody has to do has a badge. */
export function RefundStateWord({ state, overdue = false, inFile = false }: Props) {
  switch (state) {
    case 'waiting':
      return <Badge kind="deferred">{overdue ? 'over 24 hours' : 'waiting'}</Badge>
    case 'approved':
      return <Badge kind="settled">{inFile ? 'in a file' : 'approved'}</Badge>
    case 'done':
      return <State kind="settled">done</State>
    case 'refused':
      return <State kind="declined">refused</State>
  }
}

/** What happened to a refund last, and when. */
export function RefundBadge({ refund }: { refund: Refund }) {
  const badge = refundBadge(refund, useClock(Date.now()))
  return badge && <Badge kind={badge.kind}>{badge.words}</Badge>
}
