import { CardFoot } from '@/components/ui/card-foot'
import type { ServiceProblem } from '@/lib/problem'
import type { Refund } from '@/lib/refunds/refund'
import { may, type Role, roleFor } from '@/lib/roles'
import { RefundDecision } from './refund-decision'
import { RefundEnding } from './refund-ending'

type Props = { refund: Refund; role: Role; onTold: (told: ServiceProblem | null) => void }

/** What the person may do with it now, or why they may not. */
export function RefundNext({ refund, role, onTold }: Props) {
  if (refund.state === 'done' || refund.state === 'refused') return null
  const why = whyNot(refund, role)
  if (why !== null) return <CardFoot>{why}</CardFoot>
  return refund.state === 'waiting' ? (
    <RefundDecision refund={refund} onTold={onTold} />
  ) : (
    <RefundEnding refund={refund} onTold={onTold} />
  )
}

function whyNot({ mine }: Refund, role: Role): string | null {
  if (!may(role, 'decideRefund')) return `Deciding needs the ${roleFor('decideRefund')} role.`
  return mine ? 'You asked for this refund yourself, so somebody else has to decide it.' : null
}
